import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { JobLease } from './job-lease.ts';

const RENEW_EVERY_MS = 20_000;

let holders: Map<string, string>;
let leasesMs: number[];
let failure: Error | undefined;
let renew: (() => void) | undefined;
let stopping: AbortController;
let lease: JobLease;

const leases = {
  hold: async (name: string, { holder, leaseMs }: { holder: string; leaseMs: number }) => {
    if (failure) throw failure;
    leasesMs.push(leaseMs);
    const isFree = (holders.get(name) ?? holder) === holder;
    if (isFree) holders.set(name, holder);
    return isFree;
  },
  release: async (name: string, holder: string) => {
    if (failure) throw failure;
    if (holders.get(name) === holder) holders.delete(name);
  },
};
const pause = {
  wait: (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      expect(ms).toBe(RENEW_EVERY_MS);
      renew = resolve;
      signal.addEventListener('abort', () => resolve());
    }),
};

beforeEach(() => {
  holders = new Map();
  leasesMs = [];
  failure = undefined;
  renew = undefined;
  stopping = new AbortController();
  lease = new JobLease(leases, pause);
});

async function beginRun(of = lease) {
  let end = (): void => undefined;
  let signal: AbortSignal | undefined;
  const run = (until: AbortSignal): Promise<void> => {
    signal = until;
    return new Promise<void>((resolve) => {
      end = resolve;
      until.addEventListener('abort', () => resolve());
    });
  };
  const running = of.runUnder('job', run, stopping.signal);
  await nextTurn();
  return { running, end: () => end(), isRunning: () => signal?.aborted === false };
}

async function passTime(): Promise<void> {
  renew?.();
  await nextTurn();
}

describe('JobLease', () => {
  it('lets one of two relays run a job, and the other after that has ended', async () => {
    const other = new JobLease(leases, pause);
    const first = await beginRun();
    const second = await beginRun(other);
    await second.running;
    expect([first.isRunning(), second.isRunning()]).toEqual([true, false]);
    first.end();
    await first.running;
    const third = await beginRun(other);
    expect(third.isRunning()).toBe(true);
    third.end();
    await third.running;
    expect(holders.size).toBe(0);
  });

  it('renews the lease while the job runs, well before the lease ends', async () => {
    const { running, end } = await beginRun();
    await passTime();
    await passTime();
    end();
    await running;
    expect(leasesMs).toHaveLength(3);
    expect(Math.min(...leasesMs)).toBeGreaterThanOrEqual(3 * RENEW_EVERY_MS);
  });

  it('ends a run whose lease another relay has taken, and leaves the lease to it', async () => {
    const { running } = await beginRun();
    holders.set('job', 'another');
    await passTime();
    await running;
    expect(holders.get('job')).toBe('another');
  });

  it('ends a run whose lease cannot be renewed twice', async () => {
    const { running, isRunning } = await beginRun();
    failure = new Error('away');
    await passTime();
    expect(isRunning()).toBe(true);
    await passTime();
    expect(isRunning()).toBe(false);
    await running;
  });

  it('ends a run when it is stopped, and releases the lease', async () => {
    const { running } = await beginRun();
    stopping.abort();
    await running;
    expect(holders.size).toBe(0);
  });

  it.each([
    ['releases the lease of a run that failed, and rejects with its error', undefined, 'It ran.'],
    ['rejects and runs nothing when the database is away', new Error('away'), 'away'],
  ])('%s', async (_, fault, message) => {
    failure = fault;
    const fail = () => Promise.reject(new Error('It ran.'));
    await expect(lease.runUnder('job', fail, stopping.signal)).rejects.toThrow(message);
    expect(holders.size).toBe(0);
  });
});
