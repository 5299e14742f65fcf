import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { Logger } from '#telemetry/plain';
import type { JobRun } from '#shared';
import { JobRunner } from './job-runner.ts';

const EVERY_MS = 1000;

let clock: ClockDouble;
let pauses: { readonly ms: number; readonly end: () => void }[];
let runs: JobRun[];
let lines: string[];
let runner: JobRunner;

const pause = {
  wait: (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      pauses.push({ ms, end: resolve });
      signal.addEventListener('abort', () => resolve());
    }),
};

function createRunner(lease?: ConstructorParameters<typeof JobRunner>[0]['lease']): JobRunner {
  return new JobRunner({ clock, pause, lease, onRun: (run) => runs.push(run), random: () => 0 });
}

beforeEach(() => {
  clock = new ClockDouble();
  pauses = [];
  runs = [];
  lines = [];
  Logger.writeTo(({ level, text }) => lines.push(`${level}: ${text.split('\n')[0]}`));
  runner = createRunner();
});

afterEach(async () => {
  await runner.stop();
  Logger.writeTo(() => undefined);
});

async function passPauses(): Promise<number[]> {
  const over = pauses.splice(0);
  for (const { end } of over) end();
  await nextTurn();
  return over.map(({ ms }) => ms);
}

describe('JobRunner', () => {
  it('runs a job at once, and again after each pause', async () => {
    let times = 0;
    runner.start([{ name: 'often', everyMs: EVERY_MS, run: () => void (times += 1) }]);
    await nextTurn();
    expect(times).toBe(1);
    expect(await passPauses()).toEqual([EVERY_MS]);
    expect(times).toBe(2);
  });

  it('never runs a job beside itself, and holds up no other job', async () => {
    let long = 0;
    let short = 0;
    let end = (): void => undefined;
    runner.start([
      {
        name: 'long',
        everyMs: EVERY_MS,
        run: () => {
          long += 1;
          return new Promise<void>((resolve) => (end = resolve));
        },
      },
      { name: 'short', everyMs: EVERY_MS, run: () => void (short += 1) },
    ]);
    await nextTurn();
    await passPauses();
    await passPauses();
    expect({ long, short }).toEqual({ long: 1, short: 3 });
    end();
    await nextTurn();
    await passPauses();
    expect(long).toBe(2);
    end();
  });

  it('waits ever longer after failures, and as before after a success', async () => {
    let isAway = true;
    runner.start([
      {
        name: 'fails',
        everyMs: EVERY_MS,
        run: () => (isAway ? Promise.reject(new Error('away')) : undefined),
      },
    ]);
    await nextTurn();
    const waits: number[] = [];
    for (let count = 0; count < 8; count += 1) waits.push(...(await passPauses()));
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    isAway = false;
    await passPauses();
    expect(await passPauses()).toEqual([EVERY_MS]);
    isAway = true;
    await passPauses();
    expect(await passPauses()).toEqual([100]);
  });

  it('waits after failures of a rare job no longer than its interval', async () => {
    const fail = () => Promise.reject(new Error('away'));
    runner.start([{ name: 'seldom', everyMs: 10_000, run: fail }]);
    await nextTurn();
    const waits: number[] = [];
    for (let count = 0; count < 9; count += 1) waits.push(...(await passPauses()));
    expect(waits.at(-2)).toBe(10_000);
    expect(waits.at(-1)).toBe(10_000);
  });

  it('logs a failure once for each code, and logs that the job runs again', async () => {
    const away = new ErrataError('database.unavailable');
    const other = new TypeError('no such thing');
    const failures: (Error | undefined)[] = [away, away, other, other, undefined, undefined, away];
    const run = async (): Promise<void> => {
      const failure = failures.shift();
      if (failure) throw failure;
    };
    runner.start([{ name: 'fails', everyMs: EVERY_MS, run }]);
    for (let count = 0; count < 8; count += 1) await passPauses();
    expect(lines).toEqual([
      'warn: Jobs wait for the database. The database does not answer.',
      expect.stringMatching(/^warn: Job fails failed; it is run again\. .* no such thing/),
      'log: Job fails runs again.',
      'warn: Jobs wait for the database. The database does not answer.',
    ]);
  });

  it('reports for each run whether it failed, and when it ended', async () => {
    const failures = [new Error('away')];
    const run = async (): Promise<void> => {
      const failure = failures.shift();
      if (failure) throw failure;
    };
    runner.start([{ name: 'fails', everyMs: EVERY_MS, run }]);
    await nextTurn();
    clock.ms += 5;
    await passPauses();
    expect(runs).toEqual([
      { name: 'fails', isFailed: true, seconds: expect.any(Number), atMs: clock.ms - 5 },
      { name: 'fails', isFailed: false, seconds: expect.any(Number), atMs: clock.ms },
    ]);
  });

  it('aborts running jobs when it is stopped, waits for them, and begins no more', async () => {
    let end = (): void => undefined;
    let isAborted = false;
    let times = 0;
    const run = async (signal: AbortSignal): Promise<void> => {
      times += 1;
      signal.addEventListener('abort', () => (isAborted = true));
      await new Promise<void>((resolve) => (end = resolve));
    };
    runner.start([{ name: 'long', everyMs: EVERY_MS, run }]);
    await nextTurn();
    let isStopped = false;
    const stopping = runner.stop().then(() => (isStopped = true));
    await nextTurn();
    expect({ isAborted, isStopped }).toEqual({ isAborted: true, isStopped: false });
    end();
    await stopping;
    runner.start([{ name: 'late', everyMs: EVERY_MS, run }]);
    await nextTurn();
    expect(times).toBe(1);
  });

  it('runs an exclusive job under its lease, and counts no run of another relay', async () => {
    const asked: string[] = [];
    let isFree = false;
    let times = 0;
    runner = createRunner({
      runUnder: async (name, work, signal) => {
        asked.push(name);
        if (isFree) await work(signal);
      },
    });
    const run = () => void (times += 1);
    runner.start([
      { name: 'alone', everyMs: EVERY_MS, run, exclusive: true },
      { name: 'beside', everyMs: EVERY_MS, run: () => undefined },
    ]);
    await nextTurn();
    expect({ asked, times }).toEqual({ asked: ['alone'], times: 0 });
    expect(runs.map(({ name }) => name)).toEqual(['beside']);
    isFree = true;
    await passPauses();
    expect(times).toBe(1);
    expect(runs.map(({ name }) => name)).toContain('alone');
  });

  it('does not log a failed job as running again when another relay runs it', async () => {
    let state: 'fails' | 'elsewhere' = 'fails';
    runner = createRunner({
      runUnder: async () => {
        if (state === 'fails') throw new Error('away');
      },
    });
    runner.start([{ name: 'alone', everyMs: EVERY_MS, run: () => undefined, exclusive: true }]);
    await nextTurn();
    state = 'elsewhere';
    expect(await passPauses()).toEqual([100]);
    expect(await passPauses()).toEqual([EVERY_MS]);
    expect(lines).toEqual([expect.stringMatching(/^warn: Job alone failed/)]);
  });

  it('logs nothing of a job that failed because of a stop', async () => {
    const run = (signal: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    runner.start([{ name: 'long', everyMs: EVERY_MS, run }]);
    await nextTurn();
    await runner.stop();
    expect(lines).toEqual([]);
  });
});
