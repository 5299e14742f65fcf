import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
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
  async send(address: string, notice: AccountNotice): Promise<boolean> {
    if (this.isSet) await this.queue.put(this.toQueued(address, notice));
    return this.isSet;
  }

  /** Returns undefined when no mail server is configured. */
  prepare(address: string, notice: AccountNotice): JoinedWrite | undefined {
    return this.isSet ? this.queue.prepare(this.toQueued(address, notice)) : undefined;
  }

  private toQueued(address: string, { title, lines, path, untilMs }: AccountNotice) {
    return {
      address,
      title,
      lines: [...lines, `This is about Errata at ${this.options.publicUrl}`],
      url: this.options.publicUrl + path,
      atMs: this.clock.nowMs(),
      untilMs,
    };
  }
}
