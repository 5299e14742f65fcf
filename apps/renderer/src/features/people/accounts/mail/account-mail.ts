import { Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';
import { AccountMailQueue } from './account-mail-queue.ts';

export interface AccountNotice {
  readonly title: string;
  readonly lines: readonly string[];
  readonly path: string;
  readonly untilMs?: number;
}

@Injectable()
export class AccountMail {
  constructor(
    private readonly queue: AccountMailQueue,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  get isSet(): boolean {
    return this.options.isMailSet;
  }

  /** Resolves with false when no mail server is configured. */
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
