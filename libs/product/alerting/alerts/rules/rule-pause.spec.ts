import { expect, it } from '@jest/globals';
import { planFiring } from './rule-pause.ts';
import type { FiringTimes } from './rule-pause.ts';
import type { FiringReason } from './alert-rule.ts';

const MINUTE_MS = 60_000;
const BURST: FiringReason = { kind: 'events', count: 10, minutes: 5, of: 'issue' };

it.each([
  ['tells the first at once', 'regressed', [0], [0]],
  ['tells at the end of a pause what fell into it', 'regressed', [0, 5], [0, 30]],
  ['tells once what came up several times in a pause', 'regressed', [0, 5, 10, 29], [0, 30]],
  ['pauses after what was told at the end of a pause', 'regressed', [0, 5, 31], [0, 30, 60]],
  ['tells at once after a pause', 'regressed', [0, 30], [0, 30]],
  ['counts no event twice for a threshold', BURST, [0, 1, 4], [0]],
  ['tells that a threshold is still reached after a pause', BURST, [0, 1, 31], [0, 31]],
  ['tells another burst at the end of the pause', BURST, [0, 1, 12], [0, 30]],
] as const)('planFiring %s', (_, of, minutes, told) => {
  const reason = typeof of === 'string' ? { kind: of } : of;
  const due: number[] = [];
  let last: FiringTimes | undefined;
  for (const atMs of minutes.map((minute) => minute * MINUTE_MS)) {
    const dueMs = planFiring(last, { rule: {}, reason, atMs });
    if (dueMs === undefined) continue;
    last = { atMs, dueMs };
    due.push(dueMs / MINUTE_MS);
  }
  expect(due).toEqual(told);
});

it('planFiring pauses as long as the rule says', () => {
  const last = { atMs: 0, dueMs: 0 };
  const plan = (minute: number): number | undefined =>
    planFiring(last, {
      rule: { pauseMinutes: 240 },
      reason: { kind: 'new' },
      atMs: minute * MINUTE_MS,
    });
  expect([plan(31), plan(240)]).toEqual([240 * MINUTE_MS, 240 * MINUTE_MS]);
});
