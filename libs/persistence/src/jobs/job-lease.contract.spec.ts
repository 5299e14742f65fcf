import { describe, expect, it } from '@jest/globals';
import { onEachDatabase } from '#product/testing';
import { kyselyOf } from '../testing/kysely-of.ts';

const JOB = 'old-outcomes';
const MINUTE_MS = 60_000;

describe('JobLeaseStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openTwice() {
      const fresh = await openFresh();
      const hold = ({ jobLeases } = fresh.stores, holder = 'one', leaseMs = MINUTE_MS) =>
        jobLeases.hold(JOB, { holder, leaseMs });
      return { ...fresh, hold, other: fresh.openAgain().stores };
    }

    it('is for one holder at a time, who may renew it', async () => {
      const { stores, other, hold } = await openTwice();
      expect(await hold()).toBe(true);
      expect(await hold(other, 'two')).toBe(false);
      expect(await hold()).toBe(true);
      expect(await stores.jobLeases.hold('another', { holder: 'two', leaseMs: MINUTE_MS })).toBe(
        true,
      );
    });

    it('is for one of those who ask at the same time', async () => {
      const { openAgain, hold } = await openTwice();
      const holders = ['a', 'b', 'c', 'd'];
      const held = await Promise.all(holders.map((holder) => hold(openAgain().stores, holder)));
      expect(held.filter(Boolean)).toHaveLength(1);
    });

    it('is free when its holder gives it back, and not when another does', async () => {
      const { stores, other, hold } = await openTwice();
      await hold();
      await other.jobLeases.release(JOB, 'two');
      expect(await hold(other, 'two')).toBe(false);
      await stores.jobLeases.release(JOB, 'one');
      expect(await hold(other, 'two')).toBe(true);
    });

    it('is free when its time is over, and lost to who had it then', async () => {
      const { stores, other, hold } = await openTwice();
      await hold(stores, 'one', 0);
      expect(await hold(other, 'two')).toBe(true);
      expect(await hold()).toBe(false);
    });

    it('ends by the time of the database, in milliseconds since the epoch', async () => {
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
});
