import type { JoinedWrite } from '#persistence';

export interface QueuedAccountMail {
  readonly address: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly url: string;
  readonly atMs: number;
  /** Unix time in ms after which the mail is dropped unsent. */
  readonly untilMs?: number;
}

/** Port that queues mail about accounts. The feature `alerting` implements it. */
export abstract class AccountMailQueue {
  abstract put(mail: QueuedAccountMail): Promise<void>;
  /** Returns what queues the mail together with the change that it tells of. */
  abstract prepare(mail: QueuedAccountMail): JoinedWrite;
}
