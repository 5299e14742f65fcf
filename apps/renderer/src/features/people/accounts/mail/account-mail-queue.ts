/** Mail to one person about their account. */
export interface QueuedAccountMail {
  readonly address: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Where its link leads. */
  readonly url: string;
  readonly atMs: number;
  /** Later than that it is not sent. */
  readonly untilMs?: number;
}

/** Takes mail about accounts. The wing `alerting` provides it, which stands after this one. */
export abstract class AccountMailQueue {
  abstract put(mail: QueuedAccountMail): Promise<void>;
}
