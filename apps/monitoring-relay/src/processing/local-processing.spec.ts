import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job } from '#shared';
import type { SpoolQueue } from '../spool/ports/spool-queue.ts';
import { LocalProcessing } from './local-processing.ts';

const JOB: Job = { name: 'job', everyMs: 1, run: () => undefined };

const left = { name: 'of another' } as unknown as SpoolQueue;

let calls: string[];
let fates: Map<string, Promise<void>>;
let processing: LocalProcessing;

beforeEach(() => {
  calls = [];
  fates = new Map();
  const note = (call: string) => async (): Promise<void> => {
    calls.push(call);
    await fates.get(call);
  };
  processing = new LocalProcessing({
    processor: {
      start: () => void calls.push('start'),
      drain: note('drain own'),
      stop: note('stop'),
    },
    createProcessor: (queue) => ({
      finish: note(`finish ${(queue as { name?: string }).name}`),
      forgetSettled: note('forget left'),
      stop: note('stop left'),
    }),
    runner: {
      start: (jobs) => void calls.push(`start ${jobs.map(({ name }) => name).join()}`),
      stop: note('stop jobs'),
    },
    jobs: [JOB],
  });
});

afterEach(() => processing.stop());

describe('LocalProcessing', () => {
  it('starts the processor and the jobs over the database', () => {
    processing.start();
    expect(calls).toEqual(['start', 'start job']);
  });

  it('stops processor and jobs, and resolves when both have ended', async () => {
    let end = (): void => undefined;
    fates.set('stop jobs', new Promise<void>((resolve) => (end = resolve)));
    let isStopped = false;
    const stopping = processing.stop().then(() => (isStopped = true));
    await nextTurn();
    expect(calls).toEqual(['stop jobs', 'stop']);
    expect(isStopped).toBe(false);
    end();
    await stopping;
  });

  it('finishes an orphaned spool, and lets the database forget its reports', async () => {
    await processing.finish(left);
    expect(calls).toEqual(['finish of another', 'forget left']);
  });

  it('drains its own spool without running jobs or forgetting reports', async () => {
    await processing.drain();
    expect(calls).toEqual(['drain own']);
  });

  it('drains nothing once it is stopped', async () => {
    await processing.stop();
    calls = [];
    await processing.drain();
    expect(calls).toEqual([]);
  });

  it('stops finishing an orphaned spool, and forgets none of its reports', async () => {
    let end = (): void => undefined;
    fates.set('finish of another', new Promise<void>((resolve) => (end = resolve)));
    const finishing = processing.finish(left);
    const stopping = processing.stop();
    end();
    await Promise.all([finishing, stopping]);
    await processing.finish(left);
    expect(calls).toEqual(['finish of another', 'stop jobs', 'stop left', 'stop']);
  });

  it('rejects when an orphaned spool cannot be read', async () => {
    fates.set('finish of another', Promise.reject(new Error('it is damaged')));
    await expect(processing.finish(left)).rejects.toThrow('it is damaged');
  });
});
