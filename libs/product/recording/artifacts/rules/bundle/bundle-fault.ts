/** A bundle that cannot be assembled. The message is a sentence for whoever uploaded it. */
export class BundleFault extends Error {
  override readonly name = 'BundleFault';
}
