/**
 * Thrown when a bundle cannot be assembled. The message is a sentence for the person who uploaded
 * it.
 */
export class BundleFault extends Error {
  override readonly name: string = 'BundleFault';
}

/** Thrown when the machine has no room for a bundle now. Later there may be room. */
export class NoRoom extends BundleFault {
  override readonly name = 'NoRoom';
}
