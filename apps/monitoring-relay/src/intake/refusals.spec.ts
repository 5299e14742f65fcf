import { beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import type { OutcomeCount } from '#shared';
import { ClockDouble } from '../../test/support/doubles.ts';
import { silenceLog } from '../../test/support/quiet-log.ts';
import { Refusals } from './refusals.ts';

silenceLog();

const KEY = { publicKey: 'abc', projectId: 1, projectSlug: 'app', enabled: true };
const ONE = { kept: { error: 1 }, filtered: {} };
const UNWRITABLE = { ok: false, code: 'spool.unavailable' } as const;

let tallied: OutcomeCount[];
let tried: number;
let queued: number;
let failure: Error | undefined;
let commit: Promise<void>;
let clock: ClockDouble;
let refusals: Refusals;

beforeEach(() => {
  tallied = [];
  tried = 0;
  queued = 0;
  failure = undefined;
  commit = Promise.resolve();
  clock = new ClockDouble();
  const spool = {
    tally: async (counts: readonly OutcomeCount[]) => {
      if (counts.length > 0) tried += 1;
      await commit;
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
  it('are counted once they are tallied, and not before', async () => {
    let commitNow = (): void => undefined;
    commit = new Promise((resolve) => (commitNow = resolve));
    const order: string[] = [];
    const counted = refusals
      .count(KEY, { ok: false, code: 'report.too_large' }, ONE)
      .then(() => order.push('counted'));
    await Promise.resolve();
    order.push('committed');
    commitNow();
    await counted;
    expect(order).toEqual(['committed', 'counted']);
    expect(tallied).toEqual([
      {
        projectId: 1,
        publicKey: 'abc',
        outcome: 'invalid',
        reason: 'too_large',
        kind: 'error',
        atMs: clock.ms,
        quantity: 1,
      },
    ]);
  });

  it('are sent on their way, each once', async () => {
    await refusals.count(KEY, { ok: false, code: 'report.too_large' }, ONE);
    await refusals.keepUp();
    await refusals.keepUp();
    expect(tallied).toHaveLength(1);
    expect(queued).toBe(2);
  });

  it('hold up nobody while the spool cannot be written, and are counted later, each in its minute', async () => {
    failure = new ErrataError('spool.unavailable');
    await refusals.count(KEY, UNWRITABLE, ONE);
    await refusals.keepUp();
    clock.ms += 60_000;
    await refusals.count(KEY, UNWRITABLE, ONE);
    await refusals.count(KEY, UNWRITABLE, ONE);
    // Not by each of them.
    expect(tried).toBe(2);
    await refusals.keepUp();
    expect(queued).toBe(0);
    failure = undefined;
    await refusals.keepUp();
    expect(tallied.map(({ atMs, quantity }) => [atMs, quantity])).toEqual([
      [clock.ms - 60_000, 1],
      [clock.ms, 2],
    ]);
    await refusals.count(KEY, UNWRITABLE, ONE);
    expect(tallied).toHaveLength(3);
  });
});
