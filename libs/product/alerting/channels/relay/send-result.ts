/**
 * How an attempt to send ended. `later`: it is worth another try. `refused`: this message will never be taken. `gone`: no
 * message will be taken any more.
 */
export interface SendResult {
  readonly ending: 'sent' | 'later' | 'refused' | 'gone';
  /** What the receiver, or the way to it, said; without anything secret. */
  readonly answer: string;
  /** The host, with its port if it has one of its own, that nobody has allowed. */
  readonly refusedHost?: string;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterMs?: number;
}
