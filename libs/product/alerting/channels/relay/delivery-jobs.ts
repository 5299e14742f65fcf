import type { DeliverySettings, Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { DeliveryStore } from '../index.ts';
import { createDeliveries } from './create-deliveries.ts';
import type { DeliveryStores } from './deliveries.ts';

export interface DeliveryJobParts extends DeliveryStores, JobTimes {
  readonly deliveries: DeliveryStores['deliveries'] & Pick<DeliveryStore, 'removeOld'>;
  /** Absent when sending is not set up; alerts then stay in the outbox. */
  readonly delivery?: DeliverySettings | undefined;
}

export function deliveryJobs(parts: DeliveryJobParts): readonly Job[] {
  const { deliveries, delivery: settings, clock, pause } = parts;
  const sending = settings && createDeliveries({ settings, stores: parts, clock, pause });
  const removeOld = (nowMs: number) => deliveries.removeOld(nowMs);
  return [
    { name: 'deliveries', everyMs: 1000, run: async (signal) => sending?.run(signal) },
    inShortSteps({ name: 'old-deliveries', ...seldom, step: removeOld }, parts),
  ];
}
