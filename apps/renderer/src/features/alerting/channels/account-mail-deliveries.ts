import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DeliveryStore } from '#product/alerting/channels';
import type { AccountMailQueue, QueuedAccountMail } from '../../people/accounts/index.ts';

/**
 * Puts account mail into the queue of alert deliveries, which stores the mail encrypted. The relay
 * sends the mail.
 */
@Injectable()
export class AccountMailDeliveries implements AccountMailQueue {
  constructor(private readonly deliveries: DeliveryStore) {}

  put({ address, title, lines, url, atMs, untilMs }: QueuedAccountMail): Promise<void> {
    const message = {
      id: randomUUID(),
      kind: 'account',
      title,
      lines,
      level: 'info',
      issues: [],
      more: 0,
      url,
      atMs,
    } as const;
    const destination = { to: 'mail', address } as const;
    const ends = untilMs === undefined ? {} : { untilMs };
    return this.deliveries.put({ destination, message, ...ends }, atMs);
  }
}
