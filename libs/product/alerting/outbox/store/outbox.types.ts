/** A message that only this process may send until its lease ends. */
export interface ClaimedMessage {
  readonly id: number;
  readonly lease: string;
  readonly kind: string;
  /** The body that `putIntoOutbox` received, after a round trip through JSON. */
  readonly body: unknown;
  /** Number of claims so far, this one included. */
  readonly attempts: number;
}
