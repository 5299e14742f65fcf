export interface ClaimedMessage {
  readonly id: number;
  readonly lease: string;
  readonly kind: string;
  /** The body that `putIntoOutbox` received, after a round trip through JSON. */
  readonly body: unknown;
  readonly attempts: number;
}
