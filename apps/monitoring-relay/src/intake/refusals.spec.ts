import { beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import type { OutcomeCount } from '#shared';
import { ClockDouble } from '../../test/support/doubles.ts';
import { silenceLog } from '../../test/support/quiet-log.ts';
import { Refusals } from './refusals.ts';

silenceLog();

const KEY = { publicKey: 'abc', projectId: 1, projectSlug: 'app', enabled: true };
const ONE = { kept: { error: 1 }, filtered: {} };

let tallied: OutcomeCount[];
let queued: number;
let failure: Error | undefined;
let clock: ClockDouble;
let refusals: Refusals;

beforeEach(() => {
  tallied = [];
  queued = 0;
  failure = undefined;
  clock = new ClockDouble();
  const spool = {
    tally: async (counts: readonly OutcomeCount[]) => {
      if (failure) throw failure;
      tallied.push(...counts);
    },
    queueTallies: async () => {
      queued += 1;
    },
  };
  refusals = new Refusals(spool, clock);
});

describe('Refusals', () => {
  it('are tallied together, and sent on their way', async () => {
    refusals.note(KEY, { ok: false, code: 'report.too_large' }, ONE);
    refusals.note(KEY, { ok: false, code: 'report.too_large' }, ONE);
    expect(tallied).toEqual([]);
    await refusals.keepUp();
    expect(tallied).toEqual([
      {
        projectId: 1,
        publicKey: 'abc',
        outcome: 'invalid',
        reason: 'too_large',
        kind: 'error',
        atMs: clock.ms,
        quantity: 2,
      },
    ]);
    expect(queued).toBe(1);
    await refusals.keepUp();
    expect(tallied).toHaveLength(1);
  });

  it('wait while the spool cannot be written, each in its minute', async () => {
    failure = new ErrataError('spool.unavailable');
    refusals.note(KEY, { ok: false, code: 'spool.unavailable' }, ONE);
    await refusals.keepUp();
    clock.ms += 60_000;
    refusals.note(KEY, { ok: false, code: 'spool.unavailable' }, ONE);
    await refusals.keepUp();
    expect(queued).toBe(0);
    failure = undefined;
    await refusals.keepUp();
    expect(tallied.map(({ atMs, quantity }) => [atMs, quantity])).toEqual([
      [clock.ms - 60_000, 1],
      [clock.ms, 1],
    ]);
  });
});
