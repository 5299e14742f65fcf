import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '../../test/support/doubles.ts';
import type { QueueState } from '../spool/spool.ts';
import { Health } from './health.ts';

const damage = new Error('the file is damaged');

class SpoolDouble {
  failure: Error | undefined;

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

  it('knows no queue when the spool cannot be asked, which the check says why', async () => {
    spool.failure = damage;
    expect(await health.findQueue()).toBeUndefined();
    await expect(health.check()).rejects.toBe(damage);
  });
});
