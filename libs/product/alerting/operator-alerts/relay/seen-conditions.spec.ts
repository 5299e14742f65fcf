import { describe, expect, it } from '@jest/globals';
import type { OutcomeSum } from '#product/recording/outcomes';
import { operatorConditions } from '../rules/operator-conditions.ts';
import type { SeenCondition, StandingCondition } from '../rules/operator-conditions.ts';
import { RequestsInWindow, composeOperatorAlert } from './operator-watch.ts';
import {
  seeBudget,
  seeDisk,
  seeLimits,
  seeQueue,
  seeUpstreams,
  seeWrongDsns,
} from './seen-conditions.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const MINUTE_MS = 60_000;
const here = { scope: 'one', nowMs: NOW_MS };

describe('the conditions of a relay', () => {
  it.each([
    [299_999, 0, true],
    [300_000, 1, true],
    [59_999, 0, false],
  ])(
    'include a queue whose oldest report waits for %i ms at level %i, near: %s',
    (oldestMs, level, isNear) => {
      const seen = seeQueue({ depth: 3, oldestMs }, here);
      expect(seen).toMatchObject({ level, isNear, sinceMs: NOW_MS - oldestMs });
    },
  );

  it.each([
    [74, 0, false],
    [79.9, 0, true],
    [80, 1, true],
    [90, 2, true],
  ])(
    'include a disk and a budget used to %d per cent at level %i, near: %s',
    (share, level, isNear) => {
      const disk = { usedDiskShare: share, isDiskShort: false };
      expect(seeDisk(disk, 'one')).toMatchObject([{ level, isNear }]);
      const projects = [{ projectId: 1, bytes: share * 10, dayBytes: 0 }];
      const budget = seeBudget({ budgetBytes: 1000, isSet: true, projects });
      expect(budget).toMatchObject({ level, isNear });
    },
  );

  it('include no disk of unknown usage, and no unset budget', () => {
    expect(seeDisk({ usedDiskShare: undefined, isDiskShort: false }, 'one')).toEqual([]);
    const projects = [{ projectId: 1, bytes: 5, dayBytes: 0 }];
    expect(seeBudget({ budgetBytes: 0, isSet: true, projects })).toMatchObject({ level: 0 });
  });

  it('include a small disk that is too full for reports, at whatever share', () => {
    const [seen] = seeDisk({ usedDiskShare: 41, isDiskShort: true }, 'one');
    const facts = [/41 %/, /Reports are refused/].map((each) => expect.stringMatching(each));
    expect(seen).toMatchObject({ level: 2, facts });
  });

  it('list the limits that refuse items by project and reason, most refusals first', () => {
    const of = (projectId: number, quantity: number, ending: object) =>
      ({ projectId, quantity, kind: 'error', ...ending }) as OutcomeSum;
    const projects = [
      { id: 1, name: 'Web' },
      { id: 2, name: 'API' },
    ];
    const quiet = [
      of(1, 9, { outcome: 'counted', reason: 'storm' }),
      of(1, 9, { outcome: 'rate_limited', reason: 'upstream' }),
    ];
    expect(seeLimits(quiet, projects)).toMatchObject({ level: 0, facts: [] });
    const ofRate = [of(2, 7, { outcome: 'rate_limited', reason: 'key' })];
    expect(seeLimits(ofRate, projects).advice).toBeUndefined();
    const sums = [
      ...quiet,
      of(1, 5, { outcome: 'counted', reason: 'budget' }),
      of(2, 7, { outcome: 'rate_limited', reason: 'key' }),
      of(2, 1, { outcome: 'failed', reason: 'no_room' }),
    ];
    expect(seeLimits(sums, projects)).toMatchObject({
      title: 'Reports are refused: the disk or the spool is full',
      advice: expect.stringContaining('how to make room'),
    });
    expect(seeLimits(sums, projects).facts.slice(1)).toEqual([
      'API: 7 over the rate of their key, 1 without room in the relay.',
      'Web: 5 beyond the storage budget.',
    ]);
  });

  it('include upstreams that hold up reports for five minutes', () => {
    const away = {
      name: 'sentry.example/3',
      depth: 4,
      bytes: 9,
      oldestMs: 6 * MINUTE_MS,
      lost: 0,
      held: { untilMs: NOW_MS, why: 'It does not answer.' },
    };
    expect(seeUpstreams([away], here)).toMatchObject({
      level: 1,
      sinceMs: NOW_MS - 6 * MINUTE_MS,
      facts: ['sentry.example/3: 4 reports wait, the oldest for 6 minutes. It does not answer.'],
    });
    const { held, ...slow } = away;
    expect(held).toBeDefined();
    for (const fine of [slow, { ...away, oldestMs: 0 }]) {
      expect(seeUpstreams([fine], here)).toMatchObject({ level: 0, isNear: false });
    }
  });

  it('include wrong DSNs from a hundred requests in five minutes on', () => {
    const window = new RequestsInWindow(5 * MINUTE_MS);
    expect(window.count(1000, 0)).toBe(0);
    expect(window.count(1099, MINUTE_MS)).toBe(99);
    expect(window.count(1100, 5 * MINUTE_MS)).toBe(100);
    expect(window.count(1100, 6 * MINUTE_MS)).toBe(1);
    const sender = { keyPrefix: 'abcdef01', projectId: 7, sdk: 'sentry.php', network: '' };
    const seen = seeWrongDsns(100, [{ ...sender, count: 9, lastAtMs: 1 }], 'one');
    expect(seen).toMatchObject({ level: 1 });
    expect(seen.facts[1]).toContain('"abcdef01" for project 7. It came by sentry.php');
    expect(seeWrongDsns(19, [], 'one')).toMatchObject({ level: 0, isNear: false });
  });
});

describe('composeOperatorAlert', () => {
  const sinceMs = NOW_MS - 10 * MINUTE_MS;
  const condition = { name: 'behind', scope: 'one' } as const;
  const standing: StandingCondition = { ...condition, level: 1, sinceMs, toldAtMs: NOW_MS };
  const seen: SeenCondition = { ...condition, level: 1, facts: ['3 reports wait.'] };
  const { advice } = operatorConditions.behind;
  const since = 'Since 2026-01-05 11:50:00 UTC.';

  it.each([
    ['began', seen, 'Reports are behind', [...seen.facts, since, advice]],
    ['worse', seen, 'Reports are behind, more than before', [...seen.facts, since, advice]],
    [
      'lasts',
      { ...seen, advice: 'Wait.', title: 'Reports wait' },
      'Reports wait, still',
      [...seen.facts, since, 'Wait.'],
    ],
    [
      'over',
      { ...seen, level: 0, facts: ['It is gone.'] },
      'Over since 2026-01-05 11:55:00 UTC: Reports are behind',
      ['It is gone.', 'It lasted 5 minutes, since 2026-01-05 11:50:00 UTC.'],
    ],
  ] as const)('words the news "%s"', (news, each, title, lines) => {
    const clear = { ...standing, clearSinceMs: NOW_MS - 5 * MINUTE_MS };
    const told = { news, seen: each, standing: news === 'over' ? clear : standing, nowMs: NOW_MS };
    expect(composeOperatorAlert(told, 'https://errata.example')).toMatchObject({
      kind: 'operator',
      incident: `operator-behind-one-${sinceMs}`,
      title,
      lines,
      level: news === 'over' ? 'ok' : 'warning',
      url: 'https://errata.example/settings/operation',
    });
  });
});
