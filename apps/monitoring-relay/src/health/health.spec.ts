import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RelayHealth } from '#shared';
import { Health } from './health.ts';

const fault = new Error('the file is damaged');
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
let keys: { isEmpty: boolean; isDatabaseAnswering: boolean };
let damage: { isKnown: boolean };
let spoolProblems: string[];
let health: Health;

beforeEach(() => {
  waiting = new WaitingDouble();
  spoolProblems = ['The spool is full.'];
  damage = { isKnown: false };
  keys = { isEmpty: true, isDatabaseAnswering: true };
  const condition = { listProblems: async () => spoolProblems };
  const installations = { get: async () => ({ id: 'one', createdAtMs: 0 }) };
  health = new Health(waiting, condition, keys, damage, installations);
});

describe('Health', () => {
  it('reports the queue and any forwards that wait, also while the relay is unready', async () => {
    expect(await health.findQueue()).toEqual(queue);
    const found = await health.check();
    expect(found).toMatchObject({ status: 'unready', queue });
    expect(found).not.toHaveProperty('forwarding');
    waiting.forwarding = { depth: 2, oldestMs: 5000 };
    expect(await health.check()).toMatchObject({ forwarding: { depth: 2, oldestMs: 5000 } });
  });

  it('knows no queue when the spool fails, and rejects its check with the failure', async () => {
    waiting.failure = fault;
    expect(await health.findQueue()).toBeUndefined();
    await expect(health.check()).rejects.toBe(fault);
  });

  it.each([
    [['The spool is full.'], false, true, 'The spool is full.'],
    [[], true, false, 'The database does not answer, and no project key is known yet.'],
    [[], false, false, undefined],
    [[], true, true, undefined],
  ])(
    'names why reports are refused with the problems %j, no key %s, and an answering database %s',
    async (problems, isEmpty, isDatabaseAnswering, refusal) => {
      spoolProblems = problems;
      Object.assign(keys, { isEmpty, isDatabaseAnswering });
      expect(await health.findRefusal()).toBe(refusal);
    },
  );

  it('reports a damaged database instead of one that does not answer', async () => {
    Object.assign(keys, { isEmpty: false, isDatabaseAnswering: false });
    damage.isKnown = true;
    spoolProblems = [];
    const problems = ['The database is damaged; reports wait in the spool.'];
    expect(await health.check()).toMatchObject({ status: 'ready', problems });
  });
});
