import { describe, expect, it } from '@jest/globals';
import type { OutcomeCount } from '#shared';
import { Tally } from './tally.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

function createCount(traits: Partial<OutcomeCount> = {}): OutcomeCount {
  const of = { projectId: 1, publicKey: 'abc', kind: 'error', atMs: NOON_MS, quantity: 1 };
  return { ...of, outcome: 'rate_limited', reason: 'key', ...traits } as OutcomeCount;
}

describe('Tally', () => {
  it('adds up equal counts within a minute, keeps others apart, and gives all only once', () => {
    const tally = new Tally({ maxLines: 100, maxMinutes: 100 });
    const others: Partial<OutcomeCount>[] = [
      { projectId: 2 },
      { publicKey: 'def' },
      { outcome: 'invalid', reason: 'malformed' },
      { reason: 'project' },
      { kind: 'session' },
      { atMs: NOON_MS + 60_000 },
    ];
    tally.add([createCount({ quantity: 2 }), createCount({ atMs: NOON_MS + 59_999 })]);
    tally.add(others.map(createCount));
    const taken = tally.take();
    const expected = [createCount({ quantity: 3 }), ...others.map(createCount)];
    expect(taken).toHaveLength(expected.length);
    expect(taken).toEqual(expect.arrayContaining(expected));
    expect(tally.take()).toEqual([]);
  });

  it('stays small however long nobody takes it, and loses no item', () => {
    const tally = new Tally({ maxLines: 100, maxMinutes: 60 });
    for (let minute = 0; minute < 1000; minute += 1) {
      tally.add([createCount({ atMs: NOON_MS + minute * 60_000 })]);
    }
    const taken = tally.take();
    expect(taken).toHaveLength(60);
    expect(taken.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(1000);
  });

  it('stays small with many keys, and loses only the keys of some items', () => {
    const tally = new Tally({ maxLines: 10, maxMinutes: 60 });
    for (let key = 0; key < 1000; key += 1) tally.add([createCount({ publicKey: `key ${key}` })]);
    tally.add([createCount({ publicKey: 'key 3' }), createCount({ projectId: 2 })]);
    expect(tally.quantity).toBe(1002);
    const taken = tally.take();
    expect(taken).toHaveLength(12);
    expect(taken).toContainEqual(createCount({ publicKey: 'key 3', quantity: 2 }));
    expect(taken).toContainEqual(createCount({ publicKey: '', quantity: 990 }));
    expect(taken).toContainEqual(createCount({ publicKey: '', projectId: 2 }));
  });
});
