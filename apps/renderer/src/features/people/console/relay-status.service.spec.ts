import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Clock } from '#shared';
import type { RelayClient } from './relay-client.ts';
import { RelayStatusService } from './relay-status.service.ts';
import { type RelayQueues, toReportsState, unreachable } from './reports-state.ts';

const CURRENT = {};

class StoppedClock extends Clock {
  timeMs = 1_000_000;
  override nowMs(): number {
    return this.timeMs;
  }
}

class ScriptedRelay implements Pick<RelayClient, 'getQueues'> {
  asked = 0;
  constructor(public answer: () => Promise<RelayQueues>) {}
  getQueues(): Promise<RelayQueues> {
    this.asked += 1;
    return this.answer();
  }
}

const queues = (oldestMs: number) => async (): Promise<RelayQueues> => ({ oldestMs, silent: 0 });
const behind = (oldestMs: number) => toReportsState({ oldestMs, silent: 0 });
const away = (): Promise<RelayQueues> => Promise.reject(new Error('away'));
const never = (): Promise<RelayQueues> => new Promise(() => undefined);

function setUp(answer: () => Promise<RelayQueues>) {
  const relay = new ScriptedRelay(answer);
  const clock = new StoppedClock();
  return { relay, clock, service: new RelayStatusService(relay, clock) };
}

describe('RelayStatusService', () => {
  it('reports a silent relay after two misses, ten seconds apart', async () => {
    const { clock, service } = setUp(away);
    expect(await service.getStatus()).toEqual(CURRENT);
    clock.timeMs += 9999;
    await service.getStatus();
    await setImmediate();
    expect(await service.getStatus()).toEqual(CURRENT);
    clock.timeMs += 10_000;
    expect(await service.getStatus()).toEqual({ ...unreachable, silentSinceMs: 1_000_000 });
  });

  it('asks again after the clock is set back', async () => {
    const { relay, clock, service } = setUp(queues(0));
    await service.getStatus();
    clock.timeMs -= 7_200_000;
    await service.getStatus();
    expect(relay.asked).toBe(2);
  });

  it('counts misses anew after an answer', async () => {
    const { relay, clock, service } = setUp(away);
    await service.getStatus();
    for (const answer of [queues(0), away]) {
      relay.answer = answer;
      clock.timeMs += 10_000;
      expect(await service.getStatus()).toEqual(CURRENT);
    }
  });

  it('reports one silent relay among several after ten seconds, like a single relay', async () => {
    const { clock, service } = setUp(async () => ({ oldestMs: 45_000, silent: 1 }));
    expect(await service.getStatus()).toEqual(CURRENT);
    clock.timeMs += 10_000;
    expect(await service.getStatus()).toEqual({
      ...toReportsState({ oldestMs: 45_000, silent: 1 }),
      silentSinceMs: 1_000_000,
    });
  });

  it('asks the relay once for all pages of a second', async () => {
    const { relay, clock, service } = setUp(queues(0));
    await Promise.all([service.getStatus(), service.getStatus()]);
    clock.timeMs += 999;
    await service.getStatus();
    expect(relay.asked).toBe(1);
    clock.timeMs += 1;
    await service.getStatus();
    expect(relay.asked).toBe(2);
  });

  it('returns the known status at once while the relay is slow', async () => {
    const { relay, clock, service } = setUp(queues(0));
    await service.getStatus();
    relay.answer = never;
    clock.timeMs += 9999;
    expect(await service.getStatus()).toEqual(CURRENT);
  });

  it('returns an answer that came after a page on the next page', async () => {
    const { relay, clock, service } = setUp(queues(0));
    await service.getStatus();
    relay.answer = queues(45_000);
    clock.timeMs += 1000;
    await service.getStatus();
    await Promise.resolve();
    expect(await service.getStatus()).toEqual(behind(45_000));
  });

  it('does not return a status that is 10 s old', async () => {
    const { relay, clock, service } = setUp(queues(0));
    await service.getStatus();
    relay.answer = queues(45_000);
    clock.timeMs += 10_000;
    expect(await service.getStatus()).toEqual(behind(45_000));
  });
});
