import { Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { AccountMailQueue } from './account-mail-queue.ts';

/** What somebody is told about their account. */
export interface AccountNotice {
  readonly title: string;
  readonly lines: readonly string[];
  /** Where it leads, within the console, with a slash at its start. */
  readonly path: string;
  /** When the link expires: later than that the mail is not sent. */
  readonly untilMs?: number;
}

/** Mail to one person about their account. */
@Injectable()
export class AccountMail {
  constructor(
    private readonly queue: AccountMailQueue,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /** Whether mail is sent at all. */
  get isSet(): boolean {
    return this.options.isMailSet;
  }

  /** Resolves with whether it will be sent: not where there is no mail server. */
  async send(address: string, { title, lines, path, untilMs }: AccountNotice): Promise<boolean> {
    if (!this.isSet) return false;
    await this.queue.put({
      address,
      title,
      lines: [...lines, `This is about Errata at ${this.options.publicUrl}`],
      url: this.options.publicUrl + path,
      atMs: this.clock.nowMs(),
      ...(untilMs === undefined ? {} : { untilMs }),
    });
    return true;
  }
}
