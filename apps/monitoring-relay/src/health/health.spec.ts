import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '../../test/support/doubles.ts';
import type { QueueState } from '../spool/spool.ts';
import { Health } from './health.ts';

const damage = new Error('the file is damaged');

class SpoolDouble {
  failure: Error | undefined;
  readonly forwards = {
    amount: { reports: 0, bytes: 0 },
    findOldestMs: (): number | undefined => clock.ms - 5000,
  };

  async getQueueState(nowMs: number): Promise<QueueState> {
    if (this.failure) throw this.failure;
    return { depth: 3, oldestMs: nowMs, failed: 1 };
  }
}

let spool: SpoolDouble;
let clock: ClockDouble;
let health: Health;

beforeEach(() => {
  spool = new SpoolDouble();
  clock = new ClockDouble();
  const condition = { listProblems: async () => ['The spool is full.'] };
  const keys = { isEmpty: true, isDatabaseAnswering: true };
  const installations = { get: async () => ({ id: 'one', createdAtMs: 0 }) };
  health = new Health(spool, condition, keys, clock, installations);
});

describe('Health', () => {
  it('tells what waits in the spool, ready or not', async () => {
    const queue = { depth: 3, oldestMs: clock.ms };
    expect(await health.findQueue()).toEqual(queue);
    expect(await health.check()).toMatchObject({ status: 'unready', queue });
  });

  it('tells what waits to be forwarded, when there is any', async () => {
    expect(await health.check()).not.toHaveProperty('forwarding');
    spool.forwards.amount = { reports: 2, bytes: 10 };
    expect(await health.check()).toMatchObject({ forwarding: { depth: 2, oldestMs: 5000 } });
  });

  it('knows no queue when the spool cannot be asked, which the check says why', async () => {
    spool.failure = damage;
    expect(await health.findQueue()).toBeUndefined();
    await expect(health.check()).rejects.toBe(damage);
  });
});
