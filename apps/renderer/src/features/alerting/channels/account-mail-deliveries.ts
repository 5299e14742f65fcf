import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { DeliveryStore } from '#product/alerting/channels';
import { toAccountMail } from '#product/alerting/channels/rules';
import type { AccountMailQueue, QueuedAccountMail } from '../../people/accounts/index.ts';

/**
 * Puts account mail into the queue of alert deliveries, which stores the mail encrypted. The relay
 * sends the mail.
 */
@Injectable()
export class AccountMailDeliveries implements AccountMailQueue {
  constructor(private readonly deliveries: DeliveryStore) {}

  put(mail: QueuedAccountMail): Promise<void> {
    return this.deliveries.put(toAccountMail({ id: randomUUID(), ...mail }), mail.atMs);
  }

  prepare(mail: QueuedAccountMail): JoinedWrite {
    return this.deliveries.prepare(toAccountMail({ id: randomUUID(), ...mail }), mail.atMs);
  }
}
