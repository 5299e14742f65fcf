import { expect, it } from '@jest/globals';
import { planCheck } from './plan-check.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = 100 * DAY_MS;
const due = { checkedAtMs: NOW_MS - DAY_MS };

it.each([
  ['none', 'for a day', { checkedAtMs: NOW_MS - DAY_MS + 1 }],
  ['ask', 'after a day', due],
  ['ask', 'after a weekend without requests', { checkedAtMs: NOW_MS - 3 * DAY_MS }],
  ['wait', 'a minute after a try', { ...due, dueSinceMs: NOW_MS, triedAtMs: NOW_MS - 60_000 }],
  ['ask', 'a quarter of an hour after a try', { ...due, triedAtMs: NOW_MS - HOUR_MS / 4 }],
  ['ask', 'in the last hour of grace', { ...due, dueSinceMs: NOW_MS - DAY_MS + HOUR_MS }],
  ['end', 'after a day of grace', { ...due, dueSinceMs: NOW_MS - DAY_MS, triedAtMs: NOW_MS }],
  ['none', 'when the clock was set back an hour', { checkedAtMs: NOW_MS + HOUR_MS }],
  ['ask', 'when the clock was set back a week', { checkedAtMs: NOW_MS + 7 * DAY_MS }],
  [
    'ask',
    'when the clock was set back since the last try',
    { ...due, dueSinceMs: NOW_MS + 7 * DAY_MS, triedAtMs: NOW_MS + 7 * DAY_MS },
  ],
] as const)('planCheck says %s %s', (plan, _, session) => {
  expect(planCheck(session, NOW_MS)).toBe(plan);
});
