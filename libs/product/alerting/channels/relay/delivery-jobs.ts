import type { DeliverySettings, Job } from '#shared';
import { hourly, inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { DeliveryStore } from '../index.ts';
import { createDeliveries } from './create-deliveries.ts';
import type { DeliveryStores } from './deliveries.ts';
import { toTokenEndMail } from './token-end-mail.ts';

export interface DeliveryJobParts extends DeliveryStores, JobTimes {
  readonly deliveries: DeliveryStores['deliveries'] &
    Pick<DeliveryStore, 'removeOld' | 'tellTokenEnds'>;
  /** Absent when sending is not set up; alerts then stay in the outbox. */
  readonly delivery?: DeliverySettings | undefined;
}

export function deliveryJobs(parts: DeliveryJobParts): readonly Job[] {
  const { deliveries, delivery: settings, clock, pause } = parts;
  const sending = settings && createDeliveries({ settings, stores: parts, clock, pause });
  const removeOld = (nowMs: number) => deliveries.removeOld(nowMs);
  // Without a mail server nobody is told, and the tokens stay to be told of.
  const tellEnds = async (atMs: number): Promise<boolean> => {
    if (!settings?.smtpUrl) return false;
    return deliveries.tellTokenEnds((token) => toTokenEndMail(token, { ...settings, atMs }), atMs);
  };
  return [
    { name: 'deliveries', everyMs: 1000, run: async (signal) => sending?.run(signal) },
    inShortSteps({ name: 'old-deliveries', ...seldom, step: removeOld }, parts),
    inShortSteps({ name: 'token-ends', ...hourly, step: tellEnds }, parts),
  ];
}
