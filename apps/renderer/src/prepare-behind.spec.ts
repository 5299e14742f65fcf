import { setImmediate as immediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ErrataError } from '#shared';
import { prepareBehind } from './prepare-behind.ts';

const away = (): Promise<string> =>
  Promise.reject(new ErrataError('database.unavailable', { detail: 'ECONNREFUSED' }));
const never = (): Promise<string> => new Promise(() => undefined);

let stoodIn: number;
let lines: string[];
let stopping: AbortController;

beforeEach(() => {
  stoodIn = 0;
  lines = [];
  stopping = new AbortController();
  const note = (line: string): void => void lines.push(line);
  Logger.overrideLogger({ log: note, warn: note, error: note });
});

function run(attempts: readonly (() => Promise<string>)[], mayBeAway = true): Promise<string> {
  let made = 0;
  return prepareBehind({
    prepare: () => (attempts[made++] ?? attempts.at(-1) ?? never)(),
    mayBeAway,
    standIn: async () => void (stoodIn += 1),
    signal: stopping.signal,
    // Waits one turn of the event loop, so that an attempt that ends at once wins the race.
    pause: (_ms, signal) => immediate(undefined, { signal }),
  });
}

describe('prepareBehind', () => {
  it('starts no stand-in where the database answers at once', async () => {
    expect(await run([async () => 'prepared'])).toBe('prepared');
    expect({ stoodIn, lines }).toEqual({ stoodIn: 0, lines: [] });
  });

  it('tries again until the database answers, and logs each reason once', async () => {
    expect(await run([away, away, away, async () => 'prepared'])).toBe('prepared');
    expect(stoodIn).toBe(1);
    expect(lines).toEqual([
      'The renderer answers pages with 503 until the database answers. The database does not answer. ECONNREFUSED',
      'The database answers: pages are served from now on.',
    ]);
  });

  it('starts a stand-in where the database takes its time', async () => {
    let finish: (prepared: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => (finish = resolve));
    const running = run([() => late]);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(stoodIn).toBe(1);
    finish('prepared');
    expect(await running).toBe('prepared');
  });

  it.each([
    ['at once', []],
    ['later', [away]],
  ])('fails with any fault but an absent database %s', async (_when, before) => {
    const newer = () => Promise.reject(new ErrataError('database.newer'));
    await expect(run([...before, newer])).rejects.toMatchObject({ code: 'database.newer' });
    expect(stoodIn).toBe(before.length);
  });

  it('fails without a database when it may not wait for one', async () => {
    await expect(run([away], false)).rejects.toMatchObject({ code: 'database.unavailable' });
    expect(stoodIn).toBe(0);
  });

  it.each([
    ['during an attempt', never],
    ['between two attempts', away],
  ])('ends with the reason of its abort %s', async (_when, attempt) => {
    const running = run([attempt]);
    setImmediate(() => stopping.abort(new Error('stopped')));
    await expect(running).rejects.toThrow('stopped');
  });
});
