import { expect, it } from '@jest/globals';
import type { EndingToken } from '#product/people/tokens';
import { JobCalls } from '../../../testing/job-calls.ts';
import type { AlertDelivery } from '../rules/alert-message.ts';
import { deliveryJobs } from './index.ts';

const delivery = {
  mailFrom: 'errata@example.org',
  publicUrl: 'https://errata.example',
  version: '1',
};

const ENDING = { name: 'ci', email: 'ada@example.org', expiresAtMs: 7 };
const TOLD = 'Your token “ci” for Errata ends soon, until 7';

it.each([
  ['deliveries', delivery, ['claim']],
  ['deliveries', undefined, []],
  ['old-deliveries', delivery, ['remove', 'remove']],
  ['token-ends', { ...delivery, smtpUrl: 'smtp://mail.example' }, [TOLD, TOLD]],
  ['token-ends', delivery, []],
])('the job "%s", with delivery settings %j, calls %j', async (name, settings, expected) => {
  const calls = new JobCalls();
  const deliveries = {
    claim: async () => {
      await calls.once('claim');
      return [];
    },
    tellTokenEnds: (compose: (token: EndingToken) => AlertDelivery, nowMs: number) => {
      const { message, untilMs } = compose(ENDING);
      return calls.once(calls.at(nowMs, `${message.title}, until ${untilMs}`));
    },
    removeOld: (nowMs: number) => calls.once(calls.at(nowMs, 'remove')),
  };
  const parts = { deliveries, delivery: settings, ...calls.times } as unknown;
  const jobs = deliveryJobs(parts as Parameters<typeof deliveryJobs>[0]);
  expect(await calls.of(name, jobs)).toEqual(expected);
});
