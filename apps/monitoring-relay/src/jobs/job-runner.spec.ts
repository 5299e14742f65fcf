import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError, type JobRun } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { holdLog } from '../../test/support/hold-log.ts';
import { JobRunner } from './job-runner.ts';

const EVERY_MS = 1000;

type Options = ConstructorParameters<typeof JobRunner>[0];
type Job = Parameters<JobRunner['start']>[0][number];

let clock: ClockDouble;
let pauses: { readonly ms: number; readonly end: () => void }[];
let runs: JobRun[];
let runner: JobRunner;

const lines = holdLog(({ level, text }) => `${level}: ${text.split('\n')[0]}`);

const pause = {
  wait: (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      pauses.push({ ms, end: resolve });
      signal.addEventListener('abort', () => resolve());
    }),
};

function createRunner(lease?: Options['lease']): JobRunner {
  return new JobRunner({ clock, pause, lease, onRun: (run) => runs.push(run), random: () => 0 });
}

beforeEach(() => {
  clock = new ClockDouble();
  pauses = [];
  runs = [];
  runner = createRunner();
});

afterEach(() => runner.stop());

/** Starts a job, and waits until its first run has begun. */
async function start(name: string, run: Job['run'], traits: Partial<Job> = {}): Promise<void> {
  runner.start([{ name, everyMs: EVERY_MS, run, ...traits }]);
  await nextTurn();
}

async function passPauses(): Promise<number[]> {
  const over = pauses.splice(0);
  for (const { end } of over) end();
  await nextTurn();
  return over.map(({ ms }) => ms);
}

async function passMany(times: number): Promise<number[]> {
  const waits: number[] = [];
  for (let count = 0; count < times; count += 1) waits.push(...(await passPauses()));
  return waits;
}

/** Fails with each of `failures` in turn, and succeeds where there is none. */
const failWith = (failures: (Error | undefined)[]) => async (): Promise<void> => {
  const failure = failures.shift();
  if (failure) throw failure;
};

const away = new Error('away');

describe('JobRunner', () => {
  it('runs a job at once, and again after each pause', async () => {
    let times = 0;
    await start('often', () => void (times += 1));
    expect(times).toBe(1);
    expect(await passPauses()).toEqual([EVERY_MS]);
    expect(times).toBe(2);
  });

  it('never runs a job beside itself, and holds up no other job', async () => {
    let long = 0;
    let short = 0;
    let end = (): void => undefined;
    await start('long', () => {
      long += 1;
      return new Promise<void>((resolve) => (end = resolve));
    });
    await start('short', () => void (short += 1));
    await passMany(2);
    expect({ long, short }).toEqual({ long: 1, short: 3 });
    end();
    await nextTurn();
    await passPauses();
    expect(long).toBe(2);
    end();
  });

  it('waits ever longer after failures, and as before after a success', async () => {
    let isAway = true;
    await start('fails', () => (isAway ? Promise.reject(away) : undefined));
    expect(await passMany(8)).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    isAway = false;
    await passPauses();
    expect(await passPauses()).toEqual([EVERY_MS]);
    isAway = true;
    await passPauses();
    expect(await passPauses()).toEqual([100]);
  });

  it('waits after failures of a rare job no longer than its interval', async () => {
    await start('seldom', () => Promise.reject(away), { everyMs: 10_000 });
    expect((await passMany(9)).slice(-2)).toEqual([10_000, 10_000]);
  });

  it('logs a failure once for each code, and logs that the job runs again', async () => {
    const gone = new ErrataError('database.unavailable');
    const other = new TypeError('no such thing');
    await start('fails', failWith([gone, gone, other, other, undefined, undefined, gone]));
    await passMany(7);
    const waits = 'warn: Jobs wait for the database. The database does not answer.';
    const failed = expect.stringMatching(/^warn: Job fails failed; it is run again\. .* no such/);
    expect(lines).toEqual([waits, failed, 'log: Job fails runs again.', waits]);
  });

  it('reports for each run whether it failed, and when it ended', async () => {
    await start('fails', failWith([away]));
    clock.ms += 5;
    await passPauses();
    const run = { name: 'fails', seconds: expect.any(Number), isFailed: false, atMs: clock.ms };
    expect(runs).toEqual([{ ...run, isFailed: true, atMs: clock.ms - 5 }, run]);
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
    await start('long', run);
    let isStopped = false;
    const stopping = runner.stop().then(() => (isStopped = true));
    await nextTurn();
    expect({ isAborted, isStopped }).toEqual({ isAborted: true, isStopped: false });
    end();
    await stopping;
    await start('late', run);
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
    await start('alone', () => void (times += 1), { exclusive: true });
    await start('beside', () => undefined);
    expect({ asked, times }).toEqual({ asked: ['alone'], times: 0 });
    expect(runs.map(({ name }) => name)).toEqual(['beside']);
    isFree = true;
    await passPauses();
    expect(times).toBe(1);
    expect(runs.map(({ name }) => name)).toContain('alone');
  });

  it('does not log a failed job as running again when another relay runs it', async () => {
    runner = createRunner({ runUnder: failWith([away]) });
    await start('alone', () => undefined, { exclusive: true });
    expect(await passMany(2)).toEqual([100, EVERY_MS]);
    expect(lines).toEqual([expect.stringMatching(/^warn: Job alone failed/)]);
  });

  it('logs nothing of a job that failed because of a stop', async () => {
    const fail = (signal: AbortSignal): Promise<void> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(away)));
    await start('long', fail);
    await runner.stop();
    expect(lines).toEqual([]);
  });
});
