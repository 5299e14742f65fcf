import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RelayHealth } from '#shared';
import { Health } from './health.ts';

const damage = new Error('the file is damaged');
const queue = { depth: 3, oldestMs: 1200 };

class WaitingDouble {
  failure: Error | undefined;
  forwarding: RelayHealth['forwarding'];

  async getQueue(): Promise<RelayHealth['queue']> {
    if (this.failure) throw this.failure;
    return queue;
  }

  findForwards(): RelayHealth['forwarding'] {
    return this.forwarding;
  }
}

let waiting: WaitingDouble;
let health: Health;

beforeEach(() => {
  waiting = new WaitingDouble();
  const condition = { listProblems: async () => ['The spool is full.'] };
  const keys = { isEmpty: true, isDatabaseAnswering: true };
  const installations = { get: async () => ({ id: 'one', createdAtMs: 0 }) };
  health = new Health(waiting, condition, keys, installations);
});

describe('Health', () => {
  it('reports the queue, also while the relay is unready', async () => {
    expect(await health.findQueue()).toEqual(queue);
    expect(await health.check()).toMatchObject({ status: 'unready', queue });
  });

  it('reports the forwards that wait, when there are any', async () => {
    expect(await health.check()).not.toHaveProperty('forwarding');
    waiting.forwarding = { depth: 2, oldestMs: 5000 };
    expect(await health.check()).toMatchObject({ forwarding: { depth: 2, oldestMs: 5000 } });
  });

  it('knows no queue when the spool fails, and rejects its check with the failure', async () => {
    waiting.failure = damage;
    expect(await health.findQueue()).toBeUndefined();
    await expect(health.check()).rejects.toBe(damage);
  });
});
