import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '#telemetry/testing';
import { OrphanedQueues } from './orphaned-queues.ts';
import type { QueueState } from '../ports/spool-upkeep.ts';

class SpoolDouble {
  depth = 2;
  receivedAtMs = 1000;
  failure: Error | undefined;

  async getQueueState(nowMs: number): Promise<QueueState> {
    if (this.failure) throw this.failure;
    return { depth: this.depth, oldestMs: nowMs - this.receivedAtMs };
  }
}

let clock: ClockDouble;
let queues: OrphanedQueues;
let spool: SpoolDouble;

beforeEach(() => {
  clock = new ClockDouble();
  clock.ms = 60_000;
  queues = new OrphanedQueues(clock);
  spool = new SpoolDouble();
});

describe('OrphanedQueues', () => {
  it('adds up the open spools, and finds the oldest report of all', async () => {
    expect(await queues.measure()).toEqual({ depth: 0, oldestMs: 0 });
    const other = new SpoolDouble();
    other.receivedAtMs = 20_000;
    queues.noteOpened('a', other);
    queues.noteOpened('b', spool);
    expect(await queues.measure()).toEqual({ depth: 4, oldestMs: 59_000 });
    spool.depth = 1;
    clock.ms += 1000;
    expect(await queues.measure()).toEqual({ depth: 3, oldestMs: 60_000 });
  });

  it('remembers the reports of a closed spool, which grow older', async () => {
    queues.noteOpened('a', spool);
    await queues.noteClosing('a');
    spool.failure = new Error('the file is closed');
    clock.ms += 5000;
    expect(await queues.measure()).toEqual({ depth: 2, oldestMs: 64_000 });
  });

  it('forgets an empty spool, and spools that other relays hold now', async () => {
    queues.noteOpened('a', spool);
    spool.depth = 0;
    await queues.noteClosing('a');
    spool.depth = 2;
    queues.noteOpened('b', spool);
    queues.noteOpened('c', spool);
    queues.forgetAllBut(new Set(['c']));
    expect(await queues.measure()).toEqual({ depth: 2, oldestMs: 59_000 });
  });

  it('leaves out a spool that fails', async () => {
    const damaged = new SpoolDouble();
    damaged.failure = new Error('the file is damaged');
    queues.noteOpened('a', damaged);
    queues.noteOpened('b', spool);
    expect(await queues.measure()).toEqual({ depth: 2, oldestMs: 59_000 });
    await queues.noteClosing('a');
    expect(await queues.measure()).toEqual({ depth: 2, oldestMs: 59_000 });
  });
});
