/**
 * Thrown when a bundle cannot be assembled. The message is a sentence for the person who uploaded
 * it.
 */
export class BundleFault extends Error {
  override readonly name = 'BundleFault';
}
