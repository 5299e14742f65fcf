import { expect, it } from '@jest/globals';
import { ClockDouble } from '#telemetry/testing';
import { Scheduler } from '#shared';
import { TriedTest } from './tried-test.ts';

class HastyScheduler extends Scheduler {
  constructor(private readonly clock: ClockDouble) {
    super();
  }

  override runAfter(delayMs: number, task: () => void): () => void {
    this.clock.ms += delayMs;
    queueMicrotask(task);
    return () => undefined;
  }
}

it.each([
  ['finds the delivery of a test that is tried at once', 1, 1, { attempts: 1 }],
  ['waits for the delivery of a test that is tried later', 7, 7, { attempts: 1 }],
  ['gives up on a test that is not tried in time', Infinity, 25, undefined],
])('TriedTest %s', async (_, triedAt, looks, found) => {
  const clock = new ClockDouble();
  let looked = 0;
  const deliveries = {
    find: async () => ({ attempts: (looked += 1) >= triedAt ? 1 : 0 }),
  };
  const tests = new TriedTest(deliveries as never, clock, new HastyScheduler(clock));
  expect(await tests.find('message', 3)).toEqual(found);
  expect(looked).toBe(looks);
});
