import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { createTurnMemory, SharedTurns } from './shared-turns.ts';

const HOLDER = `
  const { parentPort: port, workerData } = require('node:worker_threads');
  const state = new Int32Array(workerData);
  Atomics.store(state, 0, 1);
  port.postMessage('taken');
  port.once('message', () => {
    Atomics.store(state, 0, 0);
    Atomics.notify(state, 0, 1);
  });`;

describe('SharedTurns', () => {
  it('runs one task at a time, in the order of the calls, and returns its result', async () => {
    const memory = createTurnMemory();
    const steps: string[] = [];
    const take = (name: string): Promise<string> =>
      new SharedTurns(memory).take(async () => {
        steps.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        steps.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all([take('a'), take('b'), take('c')])).toEqual(['a', 'b', 'c']);
    expect(steps).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('goes on after a task that failed', async () => {
    const turns = new SharedTurns(createTurnMemory());
    const failing = turns.take(() => Promise.reject(new RangeError('No.')));
    await expect(failing).rejects.toThrow('No.');
    expect(await turns.take(async () => 'done')).toBe('done');
  });

  it('waits for a turn of another thread without blocking this one', async () => {
    const memory = createTurnMemory();
    const holder = new Worker(HOLDER, { eval: true, workerData: memory });
    const ended = new Promise((resolve) => holder.once('exit', resolve));
    await new Promise((resolve) => holder.once('message', resolve));
    let isDone = false;
    const waiting = new SharedTurns(memory).take(async () => (isDone = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    holder.postMessage('give it back', []);
    expect(await waiting).toBe(true);
    await ended;
  });
});
