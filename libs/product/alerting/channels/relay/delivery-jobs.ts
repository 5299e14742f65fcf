import { randomUUID } from 'node:crypto';
import type { EndingToken } from '#product/people/tokens';
import type { DeliverySettings, Job } from '#shared';
import { formatUtc } from '#shared';
import { hourly, inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { DeliveryStore } from '../index.ts';
import { toAccountMail } from '../rules/account-mail.ts';
import type { AlertDelivery } from '../rules/alert-message.ts';
import { createDeliveries } from './create-deliveries.ts';
import type { DeliveryStores } from './deliveries.ts';

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

function toTokenEndMail(
  { name, expiresAtMs, email }: EndingToken,
  { publicUrl, atMs }: { readonly publicUrl: string; readonly atMs: number },
): AlertDelivery {
  return toAccountMail({
    id: randomUUID(),
    address: email,
    title: `Your token “${name}” for Errata ends soon`,
    lines: [
      `The token “${name}” ends at ${formatUtc(expiresAtMs)}. Programs that use it are refused then.`,
      'Make another one in time, if they still need it.',
      `This is about Errata at ${publicUrl}`,
    ],
    url: `${publicUrl}/account/tokens`,
    atMs,
    untilMs: expiresAtMs,
  });
}
