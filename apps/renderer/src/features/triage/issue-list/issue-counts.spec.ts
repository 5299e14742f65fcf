import { describe, expect, it } from '@jest/globals';
import type { IssueStore } from '#product/recording/issues';
import type { LongReads } from '#product';
import { Clock } from '#shared';
import { IssueCounts } from './issue-counts.ts';

class HandClock extends Clock {
  ms = 1000;

  override nowMs(): number {
    return this.ms;
  }
}

describe('IssueCounts', () => {
  function open() {
    const asked: unknown[] = [];
    const clock = new HandClock();
    let fails = false;
    const count: IssueStore['count'] = async ({ projectIds }) => {
      asked.push(projectIds);
      if (fails) throw new Error('away');
      return asked.length;
    };
    const counts = new IssueCounts(
      { stores: { issues: { count } } } as unknown as LongReads,
      clock,
    );
    const setFailing = (value: boolean) => {
      fails = value;
    };
    return { counts, asked, clock, setFailing };
  }

  it('counts a search once in five seconds for each visitor and choice of projects', async () => {
    const { counts, clock } = open();
    expect(await counts.count('a', {})).toBe(1);
    expect(await counts.count('a', {})).toBe(1);
    expect(await counts.count('b', {})).toBe(2);
    expect(await counts.count('a', { projectIds: [1] })).toBe(3);
    expect(await counts.count('a', { selfId: 1 })).toBe(4);
    clock.ms += 5000;
    expect(await counts.count('a', {})).toBe(5);
  });

  it('counts a search again after a failure', async () => {
    const { counts, setFailing } = open();
    setFailing(true);
    await expect(counts.count('a', {})).rejects.toThrow('away');
    setFailing(false);
    expect(await counts.count('a', {})).toBe(2);
  });

  it('keeps a bounded number of the newest counts', async () => {
    const { counts, asked } = open();
    for (let index = 0; index < 101; index += 1) await counts.count(`${index}`, {});
    await counts.count('100', {});
    expect(asked).toHaveLength(101);
    await counts.count('0', {});
    expect(asked).toHaveLength(102);
  });
});
