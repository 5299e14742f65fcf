import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type LogLine, Logger } from '../../logging/logger.ts';
import { ThreadLife } from './thread-life.ts';

const THREAD = `
  const { parentPort: port } = require('node:worker_threads');
  port.on('message', () => process.exit(7));
  port.postMessage({ type: 'beat' });`;

let worker: Worker;
let hold: jest.Mock<() => Promise<boolean>>;
let resolveHold: (isSafe: boolean) => void;
let life: ThreadLife;
let lines: LogLine[];
let hasExited: boolean;

beforeEach(async () => {
  lines = [];
  Logger.writeTo((line) => lines.push(line));
  hasExited = false;
  const holding = new Promise<boolean>((resolve) => (resolveHold = resolve));
  hold = jest.fn(() => holding);
  worker = new Worker(THREAD, { eval: true });
  worker.once('exit', () => (hasExited = true));
  life = new ThreadLife({
    worker,
    safepoints: { hold, holdNow: () => true },
    hear: () => undefined,
    beatEveryMs: 60_000,
    maxMissedBeats: 30,
  });
  await once(worker, 'message');
});

afterEach(async () => {
  Logger.writeTo(() => undefined);
  await worker.terminate();
});

describe('ThreadLife', () => {
  it('is ended once its thread is at a safepoint, and not before', async () => {
    const killing = life.kill();
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasExited).toBe(false);
    resolveHold(true);
    await killing;
    expect(await life.ended).toMatchObject({ message: 'The processing thread ended with code 1.' });
    expect(lines).toEqual([]);
  });

  it('waits for no thread that ends by itself', async () => {
    const killing = life.kill();
    life.tell({ type: 'stop' });
    await killing;
    expect(await life.ended).toMatchObject({ message: 'The processing thread ended with code 7.' });
    expect(lines).toEqual([]);
  });

  it('is ended once', async () => {
    const killing = [life.kill(), life.kill()];
    resolveHold(true);
    await Promise.all(killing);
    expect(hold).toHaveBeenCalledTimes(1);
  });

  it('tells when its thread is not at a safepoint in time', async () => {
    const killing = life.kill();
    resolveHold(false);
    await killing;
    expect(lines).toMatchObject([
      { level: 'warn', text: 'A thread is ended in the midst of encoding an event.' },
    ]);
  });
});
