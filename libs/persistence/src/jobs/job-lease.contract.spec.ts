import { expect, it } from '@jest/globals';
import { onEachDatabase } from '#product/testing';
import { kyselyOf } from '../testing/kysely-of.ts';

const JOB = 'old-outcomes';
const MINUTE_MS = 60_000;

onEachDatabase('JobLeaseStore', ({ openFresh }) => {
  async function openTwice() {
    const fresh = await openFresh();
    const hold = ({ jobLeases } = fresh.stores, holder = 'one', leaseMs = MINUTE_MS) =>
      jobLeases.hold(JOB, { holder, leaseMs });
    return { ...fresh, hold, other: fresh.openAgain().stores };
  }

  it('leases a job to one holder at a time, who may renew the lease', async () => {
    const { stores, other, hold } = await openTwice();
    expect(await hold()).toBe(true);
    expect(await hold(other, 'two')).toBe(false);
    expect(await hold()).toBe(true);
    expect(await stores.jobLeases.hold('another', { holder: 'two', leaseMs: MINUTE_MS })).toBe(
      true,
    );
  });

  it('leases a job to one of several processes that ask at once', async () => {
    const { openAgain, hold } = await openTwice();
    const holders = ['a', 'b', 'c', 'd'];
    const held = await Promise.all(holders.map((holder) => hold(openAgain().stores, holder)));
    expect(held.filter(Boolean)).toHaveLength(1);
  });

  it('frees a lease when its holder gives it back, and not when another process does', async () => {
    const { stores, other, hold } = await openTwice();
    await hold();
    await other.jobLeases.release(JOB, 'two');
    expect(await hold(other, 'two')).toBe(false);
    await stores.jobLeases.release(JOB, 'one');
    expect(await hold(other, 'two')).toBe(true);
  });

  it('leases an expired job to another holder, and no longer to the former one', async () => {
    const { stores, other, hold } = await openTwice();
    await hold(stores, 'one', 0);
    expect(await hold(other, 'two')).toBe(true);
    expect(await hold()).toBe(false);
  });

  it('ends a lease by the clock of the database, in milliseconds since the epoch', async () => {
    const { database, hold } = await openTwice();
    const beforeMs = Date.now();
    await hold();
    const { until } = await kyselyOf(database)
      .selectFrom('job_leases')
      .select('until')
      .executeTakeFirstOrThrow();
    expect(until - MINUTE_MS).toBeGreaterThanOrEqual(beforeMs - 20);
    expect(until - MINUTE_MS).toBeLessThanOrEqual(Date.now() + 20);
  });
});
