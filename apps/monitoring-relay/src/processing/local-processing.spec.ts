import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SpoolQueue } from '../spool/spool-queue.ts';
import { LocalProcessing } from './local-processing.ts';

const FORGET = 'forget settled';
const BOUND = 'bound awaiting';
const REMOVE = 'remove deleted';
const AGE = 'remove old';
const UPKEEP = [FORGET, BOUND, REMOVE, AGE];

/** A spool that only has a name. */
const left = { name: 'of another' } as unknown as SpoolQueue;

let calls: string[];
/** What becomes of a part when its turn comes; it is done at once unless said. */
let fates: Map<string, Promise<void>>;
/** Ends each pause under way. */
let pauses: (() => void)[];
let processing: LocalProcessing;

beforeEach(() => {
  calls = [];
  fates = new Map();
  pauses = [];
  const note = (call: string) => async (): Promise<void> => {
    calls.push(call);
    await fates.get(call);
  };
  processing = new LocalProcessing({
    processor: {
      start: () => void calls.push('start'),
      finish: note('finish own'),
      forgetSettled: note(FORGET),
      stop: note('stop'),
    },
    createProcessor: (queue) => ({
      finish: note(`finish ${(queue as { name?: string }).name}`),
      forgetSettled: note('forget left'),
      stop: note('stop left'),
    }),
    awaitingFiles: { run: note(BOUND), stop: note('stop awaiting') },
    deletedIssues: { run: note(REMOVE), stop: note('stop deleted') },
    oldOutcomes: { run: note(AGE), stop: note('stop old') },
    pause: {
      wait: (_ms, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) resolve();
          pauses.push(resolve);
          signal.addEventListener('abort', () => resolve());
        }),
    },
  });
});

afterEach(() => processing.stop());

/** The next turn of each part that is not under way. */
async function passPause(): Promise<void> {
  calls = [];
  for (const end of pauses.splice(0)) end();
  await nextTurn();
}

describe('LocalProcessing', () => {
  it('forgets what is settled, bounds what waits, and removes what was deleted and what is old, now and then', async () => {
    processing.start();
    await nextTurn();
    expect(calls).toEqual(['start', ...UPKEEP]);
    await passPause();
    expect(calls).toEqual(UPKEEP);
  });

  it.each(UPKEEP)('leaves what fails to the next time, and nothing else: %s', async (failing) => {
    const failure = Promise.reject(new Error('the database is away'));
    fates.set(failing, failure);
    processing.start();
    await nextTurn();
    expect(calls).toEqual(['start', ...UPKEEP]);
    fates.clear();
    await passPause();
    expect(calls).toEqual(UPKEEP);
  });

  it.each(UPKEEP)('goes on with all else while one part does not end: %s', async (endless) => {
    let end = (): void => undefined;
    fates.set(endless, new Promise<void>((resolve) => (end = resolve)));
    processing.start();
    await nextTurn();
    for (let turn = 2; turn <= 3; turn += 1) {
      await passPause();
      expect(calls).toEqual(UPKEEP.filter((part) => part !== endless));
    }
    end();
  });

  it('ends all of it, and resolves when the last part has', async () => {
    let end = (): void => undefined;
    fates.set(REMOVE, new Promise<void>((resolve) => (end = resolve)));
    processing.start();
    await nextTurn();
    calls = [];
    let isStopped = false;
    const stopping = processing.stop().then(() => (isStopped = true));
    await nextTurn();
    expect(calls).toEqual(['stop awaiting', 'stop deleted', 'stop old', 'stop']);
    expect(isStopped).toBe(false);
    end();
    await stopping;
    await passPause();
    expect(calls).toEqual([]);
  });

  it('takes what another spool holds, and forgets it', async () => {
    await processing.finish(left);
    expect(calls).toEqual(['finish of another', 'forget left']);
  });

  it('takes what its own spool holds, and forgets nothing of it', async () => {
    await processing.drain();
    expect(calls).toEqual(['finish own']);
  });

  it('takes nothing more once it is stopped', async () => {
    await processing.stop();
    calls = [];
    await processing.drain();
    expect(calls).toEqual([]);
  });

  it('says when its own spool cannot be read', async () => {
    fates.set('finish own', Promise.reject(new Error('it is damaged')));
    await expect(processing.drain()).rejects.toThrow('it is damaged');
  });

  it('ends with another spool, of which nothing is forgotten, when it is stopped', async () => {
    let end = (): void => undefined;
    fates.set('finish of another', new Promise<void>((resolve) => (end = resolve)));
    const finishing = processing.finish(left);
    const stopping = processing.stop();
    end();
    await Promise.all([finishing, stopping]);
    await processing.finish(left);
    expect(calls).toEqual([
      'finish of another',
      'stop awaiting',
      'stop deleted',
      'stop old',
      'stop left',
      'stop',
    ]);
  });

  it('says when another spool cannot be read', async () => {
    fates.set('finish of another', Promise.reject(new Error('it is damaged')));
    await expect(processing.finish(left)).rejects.toThrow('it is damaged');
  });
});
