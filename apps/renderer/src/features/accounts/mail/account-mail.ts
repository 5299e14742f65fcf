import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DeliveryStore } from '#product/alerting/channels';
import { Clock } from '#shared';
import { AccountsOptions } from '../accounts.options.ts';

/** What somebody is told about their account. */
export interface AccountNotice {
  readonly title: string;
  readonly lines: readonly string[];
  /** Where it leads, within the console, with a slash at its start. */
  readonly path: string;
  /** When the link expires: later than that the mail is not sent. */
  readonly untilMs?: number;
}

/** Mail to one person about their account. The relay sends it; what waits is encrypted. */
@Injectable()
export class AccountMail {
  constructor(
    private readonly deliveries: DeliveryStore,
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
    const atMs = this.clock.nowMs();
    const message = {
      id: randomUUID(),
      kind: 'account',
      title,
      lines: [...lines, `This is about Errata at ${this.options.publicUrl}`],
      level: 'info',
      issues: [],
      more: 0,
      url: this.options.publicUrl + path,
      atMs,
    } as const;
    const destination = { to: 'mail', address } as const;
    const ends = untilMs === undefined ? {} : { untilMs };
    await this.deliveries.put({ destination, message, ...ends }, atMs);
    return true;
  }
}
