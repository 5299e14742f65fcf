import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OutcomeCount } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { holdNestLog } from '../../test/support/hold-log.ts';
import { IntakeTally } from './intake-tally.ts';

const KEY = { publicKey: 'abc', projectId: 1 };
const ONE = { kept: { error: 1 }, filtered: {} };
const TOO_LARGE = { ok: false, code: 'report.too_large' } as const;

let added: OutcomeCount[][];
let failure: Error | undefined;
let failAt: number | undefined;
let calls: number;
let metrics: OutcomeCount[];
let clock: ClockDouble;
let tally: IntakeTally;

const lines = holdNestLog();

function createTally(outcomes?: ConstructorParameters<typeof IntakeTally>[0]): IntakeTally {
  return new IntakeTally(outcomes, { noteItems: (counts) => void metrics.push(...counts) }, clock);
}

beforeEach(() => {
  added = [];
  failure = undefined;
  failAt = undefined;
  calls = 0;
  metrics = [];
  clock = new ClockDouble();
  tally = createTally({
    add: async (counts) => {
      calls += 1;
      if (failure || calls === failAt) throw failure ?? new Error('away');
      added.push([...counts]);
    },
  });
});

const refuse = (times = 1): void => {
  for (let count = 0; count < times; count += 1) tally.addRefused(KEY, TOO_LARGE, ONE);
};

describe('IntakeTally', () => {
  it('adds up refused and filtered items, and writes them once', async () => {
    refuse(2);
    tally.addFiltered(KEY, { kept: {}, filtered: { session: 3 } });
    expect(added).toEqual([]);
    await tally.write();
    await tally.write();
    const of = { ...KEY, atMs: clock.ms };
    const refused = { ...of, outcome: 'invalid', reason: 'too_large', kind: 'error', quantity: 2 };
    const filtered = { ...of, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 3 };
    expect(added).toEqual([[refused, filtered]]);
    expect(metrics).toEqual([]);
  });

  it('keeps counts that the database did not take, with later ones, each in its minute', async () => {
    failure = new Error('away');
    refuse();
    await expect(tally.write()).rejects.toThrow('away');
    clock.ms += 60_000;
    refuse(2);
    await expect(tally.write()).rejects.toThrow('away');
    failure = undefined;
    await tally.write();
    const found = added.flat().flatMap(({ atMs, quantity }) => [atMs, quantity]);
    expect(found).toEqual([clock.ms - 60_000, 1, clock.ms, 2]);
  });

  it('writes many counts in several transactions, and repeats only those that failed', async () => {
    for (let project = 1; project <= 1200; project += 1) {
      tally.addRefused({ ...KEY, projectId: project }, TOO_LARGE, ONE);
    }
    failAt = 2;
    await expect(tally.write()).rejects.toThrow('away');
    await tally.write();
    expect(added.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(new Set(added.flat().map(({ projectId }) => projectId)).size).toBe(1200);
  });

  it('logs at the end how many items it could not write, and nothing otherwise', async () => {
    tally.addRefused(KEY, TOO_LARGE, { kept: { error: 5 }, filtered: { session: 2 } });
    failure = new Error('away');
    await tally.writeLast();
    expect(lines).toEqual([expect.stringMatching(/^7 items .* are not counted/)]);
    failure = undefined;
    await tally.writeLast();
    expect(lines).toHaveLength(1);
    expect(added.flat().map(({ quantity }) => quantity)).toEqual([5, 2]);
  });

  it('counts in the metrics at once where there is no database', async () => {
    tally = createTally();
    refuse();
    await tally.write();
    expect(metrics).toMatchObject([{ outcome: 'invalid', quantity: 1 }]);
  });
});
