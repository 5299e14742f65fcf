import { describe, expect, it } from '@jest/globals';
import { judgeCondition } from './operator-conditions.ts';
import type { SeenCondition, StandingCondition } from './operator-conditions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BEHIND = { name: 'behind', scope: 'spool', facts: [] } as const;
const BUDGET = { name: 'budget', scope: '', facts: [] } as const;

function play(seen: readonly (readonly [minute: number, seen: SeenCondition])[]) {
  let standing: StandingCondition | undefined;
  const told: string[] = [];
  for (const [minute, each] of seen) {
    const judged = judgeCondition(standing, each, minute * MINUTE_MS);
    ({ standing } = judged);
    if (judged.news) told.push(`${minute} ${judged.news}`);
  }
  return { told, standing };
}

const on = { ...BEHIND, level: 1 } as const;
const off = { ...BEHIND, level: 0 } as const;

describe('judgeCondition', () => {
  it('tells that a condition began, and that it ended once gone for a while', () => {
    const { told, standing } = play([
      [0, off],
      [1, on],
      [2, on],
      [3, off],
      [7, off],
      [8, off],
      [9, off],
    ]);
    expect(told).toEqual(['1 began', '8 over']);
    expect(standing).toBeUndefined();
  });

  it('tells nothing more of a condition that comes and goes, or stays near', () => {
    const { told } = play([
      [0, on],
      [1, off],
      [5, on],
      [6, off],
      [10, { ...off, isNear: true }],
      [11, off],
      [15, off],
      [16, off],
    ]);
    expect(told).toEqual(['0 began', '16 over']);
  });

  it('tells a lasting condition again after each day', () => {
    const { told } = play([
      [0, on],
      [DAY_MS / MINUTE_MS - 1, on],
      [DAY_MS / MINUTE_MS, on],
      [DAY_MS / MINUTE_MS + 1, on],
      [(2 * DAY_MS) / MINUTE_MS, on],
    ]);
    expect(told).toEqual(['0 began', '1440 lasts', '2880 lasts']);
  });

  it('tells that a condition got worse, and not that it got better', () => {
    const { told } = play([
      [0, { ...on, level: 1 }],
      [1, { ...on, level: 2 }],
      [2, { ...on, level: 1 }],
      [3, { ...on, level: 2 }],
    ]);
    expect(told).toEqual(['0 began', '1 worse']);
  });

  it('does not repeat a lasting condition of the storage budget, unless it gets worse', () => {
    const { told } = play([
      [0, { ...BUDGET, level: 1 }],
      [2000, { ...BUDGET, level: 1 }],
      [4000, { ...BUDGET, level: 2 }],
    ]);
    expect(told).toEqual(['0 began', '4000 worse']);
  });

  it('records since when a condition holds, and since when it is gone', () => {
    const began = judgeCondition(undefined, { ...on, sinceMs: 5 }, 300_005);
    expect(began.standing).toMatchObject({ sinceMs: 5, toldAtMs: 300_005 });
    const gone = judgeCondition(began.standing, off, 400_000);
    expect(gone.standing).toMatchObject({ sinceMs: 5, clearSinceMs: 400_000 });
  });
});
