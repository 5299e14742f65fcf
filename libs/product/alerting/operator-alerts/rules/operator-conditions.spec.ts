import { describe, expect, it } from '@jest/globals';
import { judgeCondition } from './operator-conditions.ts';
import type { SeenCondition, StandingCondition } from './operator-conditions.ts';

const MINUTE_MS = 60_000;
const BEHIND = { name: 'behind', scope: 'spool', facts: [] } as const;
const BUDGET = { name: 'budget', scope: '', facts: [] } as const;
const on: SeenCondition = { ...BEHIND, level: 1 };
const off: SeenCondition = { ...BEHIND, level: 0 };
const seen: Readonly<Record<string, SeenCondition>> = {
  on,
  off,
  worse: { ...BEHIND, level: 2 },
  near: { ...off, isNear: true },
  full: { ...BUDGET, level: 1 },
  fuller: { ...BUDGET, level: 2 },
};

describe('judgeCondition', () => {
  it.each([
    ['0 off, 1 on, 2 on, 3 off, 7 off, 8 off, 9 off', '1 began, 8 over'],
    ['0 on, 1 off, 5 on, 6 off, 10 near, 11 off, 15 off, 16 off', '0 began, 16 over'],
    ['0 on, 1439 on, 1440 on, 1441 on, 2880 on', '0 began, 1440 lasts, 2880 lasts'],
    ['0 on, 1 worse, 2 on, 3 worse', '0 began, 1 worse'],
    ['0 full, 2000 full, 4000 fuller', '0 began, 4000 worse'],
  ])('sees in minutes %s, and tells: %s', (steps, told) => {
    let standing: StandingCondition | undefined;
    const news = steps.split(', ').flatMap((step) => {
      const [minute = '', name = ''] = step.split(' ');
      const judged = judgeCondition(standing, seen[name]!, Number(minute) * MINUTE_MS);
      ({ standing } = judged);
      return judged.news ? [`${minute} ${judged.news}`] : [];
    });
    expect(news.join(', ')).toBe(told);
  });

  it('records since when a condition holds, and since when it is gone', () => {
    const began = judgeCondition(undefined, { ...on, sinceMs: 5 }, 300_005);
    expect(began.standing).toMatchObject({ sinceMs: 5, toldAtMs: 300_005 });
    const gone = judgeCondition(began.standing, off, 400_000);
    expect(gone.standing).toMatchObject({ sinceMs: 5, clearSinceMs: 400_000 });
  });
});
