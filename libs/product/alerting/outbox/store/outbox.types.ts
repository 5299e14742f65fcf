/** A message that this process alone may send until its lease ends. */
export interface ClaimedMessage {
  readonly id: number;
  readonly lease: string;
  readonly kind: string;
  /** As it was put in (`putIntoOutbox`), from JSON. */
  readonly body: unknown;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}
