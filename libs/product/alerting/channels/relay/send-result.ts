/**
 * Result of one attempt to send. `later`: another attempt may succeed. `refused`: the receiver will
 * never accept this message. `gone`: the receiver will never accept any message.
 */
export interface SendResult {
  readonly ending: 'sent' | 'later' | 'refused' | 'gone';
  /** Answer of the receiver, or the error on the way to it, with secrets masked. */
  readonly answer: string;
  /** The host that no owner has allowed, with its port when the address has one. */
  readonly refusedHost?: string;
  readonly retryAfterMs?: number;
  /** True when nobody has the message for sure. An answer that was cut may be that of a receiver. */
  readonly isUnsent?: boolean;
}
