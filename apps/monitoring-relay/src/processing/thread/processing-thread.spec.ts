import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NoPause } from '#telemetry/testing';
import type { JobRun } from '#shared';
import { type LogLine, Logger } from '#telemetry/plain';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { FaultLog } from '../../../test/support/doubles.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { holdSpool } from '../../../test/support/opened-spool.ts';
import { STOP_ATTEMPTS } from '../../spool/claims/known-failure.ts';
import type { SpoolFile } from '../../spool/file/spool-file.ts';
import type { SqliteSpool } from '../../spool/sqlite-spool.ts';
import type { FromThread, ThreadPart, ThreadSettings } from './messages.ts';
import { ProcessingThread } from './processing-thread.ts';

const THREADS = {
  fails: `throw new RangeError('It failed.');`,
  endless: `beat();`,
  silent: `setInterval(() => undefined, 1000);`,
  busy: `for (;;);`,
  obedient: `beat(); port.on('message', ({ type }) => { if (type === 'stop') process.exit(0); });`,
  speaks: `
    beat();
    port.postMessage({ type: 'log', line: { level: 'warn', from: 'Thread', text: 'It is so.' } });
    const run = { name: 'old-outcomes', isFailed: false, seconds: 2, atMs: 0 };
    port.postMessage({ type: 'jobRun', run });
    const error = { name: 'RangeError', message: 'It was met.' };
    port.postMessage({ type: 'fault', error, projectId: 3 });`,
  waits: `
    beat();
    port.postMessage({ type: 'call', id: 1, queue: 'own', method: 'claim', args: [{ maxReports: 1, maxBytes: 1 }] });
    port.on('message', ({ type, id }) => {
      if (type === 'answer' && id === 1)
        port.postMessage({ type: 'call', id: 2, queue: 'own', method: 'clearAttempts', args: [] });
    });`,
  finishes: `
    beat();
    port.on('message', ({ type }) => { if (type === 'finish') port.postMessage({ type: 'finished' }); });`,
  takes: `
    beat();
    const call = (id, method, args) => port.postMessage({ type: 'call', id, queue: 'own', method, args });
    call(1, 'claim', [{ maxReports: 1, maxBytes: 1 }]);
    port.on('message', ({ type, id, result }) => {
      if (type === 'stop') process.exit(0);
      if (id === 1) call(2, 'settle', [result.value.map((report) => report.id)]);
      const line = { level: 'log', from: 'Thread', text: 'It has settled.' };
      if (id === 2) port.postMessage({ type: 'log', line });
    });`,
  takesOneByOne: `
    beat();
    const call = (id, method, args) => port.postMessage({ type: 'call', id, queue: 'own', method, args });
    const claim = () => call(1, 'claim', [{ maxReports: 1, maxBytes: 1 }]);
    claim();
    port.on('message', ({ type, id, result }) => {
      if (type === 'stop') process.exit(0);
      if (id === 1 && result.value.length > 0) call(2, 'settle', [result.value.map((report) => report.id)]);
      if (id !== 2) return;
      port.postMessage({ type: 'log', line: { level: 'log', from: 'Thread', text: 'It has settled.' } });
      claim();
    });`,
  drains: `
    beat();
    port.on('message', ({ type }) => {
      if (type === 'stop') process.exit(0);
      if (type === 'drain') port.postMessage({ type: 'drained' });
    });`,
  fillsMemory: `
    beat();
    port.postMessage({ type: 'call', id: 1, queue: 'own', method: 'claim', args: [{ maxReports: 1, maxBytes: 1 }] });
    port.on('message', ({ result }) => {
      if (result.value.length === 0) return;
      for (const kept = []; ;) kept.push(Array.from({ length: 10_000 }, () => ({})));
    });`,
  failsOverTwo: `
    beat();
    const args = [{ maxReports: 2, maxBytes: 1_000_000 }];
    port.on('message', ({ type }) => {
      if (type !== 'drain') throw new RangeError('It failed.');
      port.postMessage({ type: 'call', id: 1, queue: 'own', method: 'claim', args });
    });`,
} as const;

const PRELUDE = `
  const { parentPort: port } = require('node:worker_threads');
  const beat = () => setInterval(() => port.postMessage({ type: 'beat' }), 10);
`;

class SpecThread extends ProcessingThread {
  readonly begun: string[] = [];
  readonly workers: Worker[] = [];
  plan: (keyof typeof THREADS)[] = [];
  mayBeSeveral = true;
  readonly parts: string[] = [];
  readonly exits: string[] = [];
  readonly heard: string[] = [];
  /** Long enough that a thread that starts slowly on a busy machine does not count as hung. */
  everyMs = 1000;

  missing: { part: ThreadPart; asked: number } | undefined;

  protected override createWorker({ part }: ThreadSettings): Worker {
    if (this.missing?.part === part) {
      this.missing.asked += 1;
      throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
    }
    const kind = this.plan[this.begun.length] ?? this.plan.at(-1)!;
    this.begun.push(kind);
    this.parts.push(part);
    const worker = new Worker(PRELUDE + THREADS[kind], {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    });
    worker.on('message', ({ type }: FromThread) => this.heard.push(type));
    worker.once('exit', () => this.exits.push(kind));
    this.workers.push(worker);
    return worker;
  }

  protected override get hasSpareCore(): boolean {
    return this.mayBeSeveral;
  }

  protected override get beatEveryMs(): number {
    return this.everyMs;
  }
}

let file: SpoolFile;
let spool: SqliteSpool;
let faults: FaultLog;
let jobRuns: JobRun[];
const onJobRun = (run: JobRun): void => void jobRuns.push(run);
let pause: NoPause;
let thread: SpecThread;
let overs: number;

afterEach(async () => {
  Logger.writeTo(() => undefined);
  await thread.stop();
  await Promise.all(thread.workers.map((worker) => worker.terminate()));
});

holdSpool((opened) => ({ file, spool } = opened));

beforeEach(() => {
  silenceLog();
  faults = new FaultLog();
  jobRuns = [];
  pause = new NoPause();
  overs = 0;
  thread = new SpecThread({
    spool,
    faults,
    pause,
    onJobRun,
    settings: { dataDir: '/', minFreeDiskBytes: 0 },
  });
});

function start(...plan: (keyof typeof THREADS)[]): void {
  thread.plan = plan;
  thread.onOver(() => (overs += 1));
  thread.start();
}

const over = (): Promise<boolean> => eventually('the end', () => overs > 0);

const begun = (count: number): Promise<boolean> =>
  eventually(`thread ${count}`, () => thread.begun.length >= count);

describe('ProcessingThread', () => {
  it.each([
    ['ends', 'fails', { name: 'RangeError', message: 'It failed.' }],
    ['runs out of memory', 'fillsMemory', { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
    ['is silent', 'silent', { message: 'The processing thread has not answered for 600 ms.' }],
    ['is busy', 'busy', { message: 'The processing thread has not answered for 600 ms.' }],
  ] as const)(
    'ends once when its thread %s, reports that, and begins no other thread',
    async (_, kind, error) => {
      if (kind === 'silent' || kind === 'busy') thread.everyMs = 20;
      await spool.append(createIncomingReport());
      start(kind);
      await over();
      expect(overs).toBe(1);
      thread.onOver(({ isHanging }) => expect(isHanging).toBe(thread.everyMs === 20));
      expect(faults.faults).toMatchObject([{ error }]);
      expect(thread.begun).toEqual([kind]);
    },
  );

  it('keeps the attempts of claimed reports when it ends, and names their project', async () => {
    await spool.append(createIncomingReport({ projectId: 3 }));
    file.db.exec('UPDATE reports SET attempts = 1');
    start('fillsMemory');
    await over();
    await thread.stop();
    spool.clearAttempts();
    expect(file.db.prepare('SELECT attempts FROM reports').pluck().get()).toBe(2 + STOP_ATTEMPTS);
    expect(faults.faults).toMatchObject([{ projectId: 3 }]);
  });

  it('tells later listeners that it has ended', async () => {
    start('fails');
    await over();
    thread.onOver(({ isHanging }) => (overs += isHanging ? 0 : 1));
    expect(overs).toBe(2);
  });

  it('passes on log lines, job runs and faults of the thread', async () => {
    const lines: LogLine[] = [];
    Logger.writeTo((line) => void lines.push(line));
    start('speaks');
    await eventually('the fault', () => faults.faults.length > 0);
    expect(lines).toContainEqual({ level: 'warn', from: 'Thread', text: 'It is so.' });
    expect(jobRuns).toMatchObject([{ name: 'old-outcomes', seconds: 2 }]);
    expect(faults.faults).toMatchObject([
      { error: { name: 'RangeError', message: 'It was met.' }, projectId: 3 },
    ]);
  });

  it('counts no attempt of a report that waits for the database', async () => {
    await spool.append(createIncomingReport());
    const countAttempts = file.db.prepare('SELECT attempts FROM reports').pluck();
    file.db.exec('UPDATE reports SET attempts = 1');
    start('waits');
    await eventually('it to be cleared', () => countAttempts.get() === 0);
  });

  it('lets the thread finish an orphaned spool', async () => {
    start('finishes');
    await thread.finish(spool);
    expect(thread.begun).toEqual(['finishes']);
  });

  it('finishes no spool once it is stopped', async () => {
    start('endless');
    const finishing = thread.finish(spool);
    await thread.stop();
    await finishing;
    await thread.finish(spool);
    expect(thread.begun).toEqual(['endless']);
  });

  it('lets the thread exit by itself when it is stopped', async () => {
    pause.wait = async (_ms?: number, signal?: AbortSignal) => void (await once(signal!, 'abort'));
    start('obedient');
    await begun(1);
    await thread.stop();
    expect(thread.begun).toEqual(['obedient']);
    expect(faults.faults).toEqual([]);
  });

  it('gives up waiting after 3 s for a thread that does not exit', async () => {
    start('busy');
    await begun(1);
    await thread.stop();
    expect(pause.waitsMs).toEqual([3000]);
    expect(thread.exits).toEqual([]);
    expect(faults.faults).toEqual([]);
  });

  it('begins no thread once it was stopped', async () => {
    await thread.stop();
    start('endless');
    expect(thread.begun).toEqual([]);
  });
});

it('ProcessingThread ends when the system has no thread to give', () => {
  thread.missing = { part: 'first', asked: 0 };
  start('endless');
  expect(overs).toBe(1);
  expect(faults.faults).toMatchObject([{ error: { code: 'ERR_WORKER_INIT_FAILED' } }]);
});

describe('ProcessingThread, while many reports wait', () => {
  const MUCH = 410;

  async function appendMuch(): Promise<void> {
    await Promise.all(Array.from({ length: MUCH }, () => spool.append(createIncomingReport())));
  }

  const settled = (count = 1): Promise<boolean> =>
    eventually('progress', () => thread.heard.filter((type) => type === 'log').length === count);

  function neverWait(): void {
    pause.wait = async (_ms?: number, signal?: AbortSignal) => void (await once(signal!, 'abort'));
  }

  function holdPauses(): { ms: number; end: () => void }[] {
    const waits: { ms: number; end: () => void }[] = [];
    pause.wait = (ms: number, signal?: AbortSignal) =>
      new Promise((resolve) => {
        waits.push({ ms, end: resolve });
        signal?.addEventListener('abort', () => resolve());
      });
    return waits;
  }

  function holdSettlingAfter(count: number): () => void {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const settle = spool.settle.bind(spool);
    let calls = 0;
    spool.settle = async (ids) => {
      calls += 1;
      if (calls > count) await held;
      await settle(ids);
    };
    return goOn;
  }

  it('begins a second thread once the first makes progress, and ends it when it is idle', async () => {
    await appendMuch();
    start('takes', 'drains');
    await eventually('the end of the second', () => thread.exits.length > 0);
    expect(thread.parts).toEqual(['first', 'second']);
    expect(thread.exits).toEqual(['drains']);
    expect(pause.waitsMs).toEqual([5000]);
    expect(faults.faults).toEqual([]);
  });

  it('begins no second thread while few reports wait', async () => {
    await spool.append(createIncomingReport());
    start('takes');
    await settled();
    expect(thread.begun).toEqual(['takes']);
  });

  it('begins no second thread on one core', async () => {
    thread.mayBeSeveral = false;
    await appendMuch();
    start('takes');
    await settled();
    expect(thread.begun).toEqual(['takes']);
  });

  it('ends when the second thread fails, and lets the first exit by itself', async () => {
    await appendMuch();
    neverWait();
    start('takes', 'failsOverTwo');
    await over();
    await thread.stop();
    expect(thread.exits.toSorted()).toEqual(['failsOverTwo', 'takes']);
    expect(faults.faults).toMatchObject([{ error: { message: 'It failed.' } }]);
  });

  it('begins no second thread while reports come one by one after a crash', async () => {
    await appendMuch();
    file.db.exec('UPDATE reports SET attempts = 1');
    start('takes');
    await settled();
    expect(thread.parts).toEqual(['first']);
  });

  it('lets both threads exit by themselves when it is stopped', async () => {
    await appendMuch();
    neverWait();
    start('takes', 'drains');
    await begun(2);
    await thread.stop();
    expect(thread.exits.toSorted()).toEqual(['drains', 'takes']);
    expect(faults.faults).toEqual([]);
  });

  it('goes on with one thread when no second can begin, and tries again later', async () => {
    const lines: LogLine[] = [];
    Logger.writeTo((line) => line.from === 'ThreadCrew' && lines.push(line));
    const waits = holdPauses();
    const goOn = holdSettlingAfter(3);
    thread.missing = { part: 'second', asked: 0 };
    await appendMuch();
    start('takesOneByOne', 'drains');
    await settled(3);
    expect(thread.missing.asked).toBe(1);
    expect(lines).toEqual([
      { level: 'warn', from: 'ThreadCrew', text: expect.stringContaining('EAGAIN') },
    ]);
    expect(waits.map(({ ms }) => ms)).toEqual([30_000]);
    thread.missing = undefined;
    waits[0]!.end();
    goOn();
    await begun(2);
    expect(thread.parts).toEqual(['first', 'second']);
    expect(faults.faults).toEqual([]);
  });

  it('goes on with one thread when another build is installed, and warns once', async () => {
    const lines: LogLine[] = [];
    Logger.writeTo((line) => void lines.push(line));
    neverWait();
    const build = { isReplaced: false };
    thread = new SpecThread({
      spool,
      faults,
      pause,
      build,
      onJobRun,
      settings: { dataDir: '/', minFreeDiskBytes: 0 },
    });
    await appendMuch();
    const goOn = holdSettlingAfter(0);
    start('takesOneByOne', 'drains');
    await begun(1);
    build.isReplaced = true;
    goOn();
    await settled(MUCH);
    expect(thread.parts).toEqual(['first']);
    const of = ({ from }: LogLine): boolean => from === 'Processing';
    expect(lines.filter(of)).toEqual([
      { level: 'warn', from: 'Processing', text: expect.stringContaining('another build') },
    ]);
  });
});
