import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Logger as NestLogger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../../test/support/eventually.ts';
import { FaultLog, NoPause } from '../../../test/support/doubles.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { JobRun } from '../../jobs/job.ts';
import { type LogLine, Logger } from '../../logging/logger.ts';
import { SpoolFile } from '../../spool/file/spool-file.ts';
import { SqliteSpool } from '../../spool/sqlite-spool.ts';
import type { FromThread, ThreadPart, ThreadSettings } from './messages.ts';
import { ProcessingThread } from './processing-thread.ts';
import { MAX_ATTEMPTS } from '../../spool/claims/known-failure.ts';

/** What threads may do; each beats unless it is silent. */
const THREADS = {
  fails: `throw new RangeError('It failed.');`,
  endless: `beat();`,
  silent: `setInterval(() => undefined, 1000);`,
  busy: `for (;;);`,
  obedient: `beat(); port.on('message', ({ type }) => { if (type === 'stop') process.exit(0); });`,
  settles: `
    port.postMessage({ type: 'call', id: 1, queue: 'own', method: 'claim', args: [{ maxReports: 1, maxBytes: 1 }] });
    port.on('message', ({ result }) => {
      if (!result.value) throw new RangeError('It failed.');
      const args = [result.value.map(({ id }) => id)];
      port.postMessage({ type: 'call', id: 2, queue: 'own', method: 'settle', args });
    });`,
  speaks: `
    beat();
    port.postMessage({ type: 'log', line: { level: 'warn', from: 'Thread', text: 'It is so.' } });
    const run = { name: 'old-outcomes', isFailed: false, seconds: 2, atMs: 0 };
    port.postMessage({ type: 'jobRun', run });
    const error = { name: 'RangeError', message: 'It was met.' };
    port.postMessage({ type: 'fault', error, projectId: 3 });`,
  /** For the database, with what it has claimed. */
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
  /** Settles what it has claimed first, says so once that was answered, and does no more. */
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
  /** Claims and settles one after the other, says so each time, and goes on until it is stopped. */
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
  /** As a second one that finds nothing. */
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
  /** What threads do, one after the other; the last one for all that follow. */
  plan: (keyof typeof THREADS)[] = [];
  mayBeSeveral = true;
  readonly parts: string[] = [];
  readonly exits: string[] = [];
  readonly heard: string[] = [];
  /** So long that no thread is taken for hung while it starts on a busy machine. */
  everyMs = 1000;

  /** Which threads the system has not to give, and how often it was asked for one of them. */
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
    return worker;
  }

  protected override get mayBeTwo(): boolean {
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

beforeEach(() => {
  silenceLog();
  const opening = SpoolFile.open(join(createTemporaryFolder(), 'spool.sqlite'), 'own');
  if (!opening.ok) throw new Error(opening.reason);
  file = opening.file;
  spool = new SqliteSpool(file);
  faults = new FaultLog();
  jobRuns = [];
  pause = new NoPause();
  thread = new SpecThread({ spool, faults, pause, onJobRun, settings: { dataDir: '/' } });
});

afterEach(async () => {
  Logger.writeTo(() => undefined);
  await thread.stop();
  file.close();
});

function start(...plan: (keyof typeof THREADS)[]): void {
  thread.plan = plan;
  thread.start();
}

const begun = (count: number): Promise<boolean> =>
  eventually(`thread ${count}`, () => thread.begun.length >= count);

describe('ProcessingThread', () => {
  it('replaces threads that end, ever later, and reports that once', async () => {
    start('fails', 'fails', 'fails', 'fails', 'fails', 'endless');
    await begun(6);
    expect(faults.faults).toMatchObject([{ error: { name: 'RangeError', message: 'It failed.' } }]);
    expect(pause.waitsMs).toHaveLength(5);
    expect(pause.waitsMs[4]!).toBeGreaterThan(pause.waitsMs[0]! * 4);
  });

  it('reports that threads end again, and hurries again, once something was processed', async () => {
    await spool.append(createIncomingReport());
    start('fails', 'fails', 'fails', 'settles', 'endless');
    await begun(5);
    expect(faults.faults).toHaveLength(2);
    expect(pause.waitsMs[3]!).toBeLessThan(pause.waitsMs[2]!);
  });

  it('replaces threads that run out of memory, until the report is known to have failed', async () => {
    await spool.append(createIncomingReport());
    start('fillsMemory');
    await begun(MAX_ATTEMPTS);
    expect(faults.faults[0]).toMatchObject({ error: { code: 'ERR_WORKER_OUT_OF_MEMORY' } });
  });

  it.each(['silent', 'busy'] as const)('replaces a thread that is %s', async (kind) => {
    thread.everyMs = 20;
    start(kind, 'endless');
    await begun(2);
    expect(faults.faults).toMatchObject([
      { error: { message: 'The processing thread has not answered for 600 ms.' } },
    ]);
  });

  it('passes on what the thread logs, how its jobs went, and what it reports', async () => {
    const lines: unknown[] = [];
    NestLogger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (...line: unknown[]) => void lines.push(line),
    });
    start('speaks');
    await eventually('the fault', () => faults.faults.length > 0);
    expect(lines).toEqual([['It is so.', 'Thread']]);
    expect(jobRuns).toMatchObject([{ name: 'old-outcomes', seconds: 2 }]);
    expect(faults.faults).toMatchObject([
      { error: { name: 'RangeError', message: 'It was met.' }, projectId: 3 },
    ]);
  });

  it('counts no attempt of a report that waits for the database', async () => {
    await spool.append(createIncomingReport());
    const countAttempts = file.db.prepare('SELECT attempts FROM reports').pluck();
    await spool.claim({ maxReports: 1, maxBytes: 1 });
    spool.releaseClaims();
    expect(countAttempts.get()).toBe(1);
    start('waits');
    await eventually('it to be cleared', () => countAttempts.get() === 0);
  });

  it('has another spool finished, also when the thread ends meanwhile', async () => {
    start('fails', 'finishes');
    await thread.finish(spool);
    expect(thread.begun).toEqual(['fails', 'finishes']);
  });

  it('finishes nothing any more once it is stopped', async () => {
    start('endless');
    const finishing = thread.finish(spool);
    await thread.stop();
    await finishing;
    await thread.finish(spool);
    expect(thread.begun).toEqual(['endless']);
  });

  it('lets the thread end by itself when it is stopped', async () => {
    // Its grace is never over.
    pause.wait = async (_ms?: number, signal?: AbortSignal) => void (await once(signal!, 'abort'));
    start('obedient');
    await begun(1);
    await thread.stop();
    expect(thread.begun).toEqual(['obedient']);
    expect(faults.faults).toEqual([]);
  });

  it('ends a thread that does not end by itself', async () => {
    start('busy');
    await begun(1);
    await thread.stop();
    expect(pause.waitsMs).toEqual([3000]);
    expect(faults.faults).toEqual([]);
  });

  it('begins no thread after it was stopped', async () => {
    pause.meanwhile = () => void thread.stop();
    start('fails');
    await eventually('the end', () => pause.waitsMs.length > 0);
    await thread.stop();
    expect(thread.begun).toEqual(['fails']);
  });
});

describe('ProcessingThread, where the system has no thread to give', () => {
  it('tries again to begin one, ever later', async () => {
    thread.missing = { part: 'first', asked: 0 };
    pause.meanwhile = () => {
      if (pause.waitsMs.length === 3) thread.missing = undefined;
    };
    start('endless');
    await begun(1);
    expect(pause.waitsMs).toHaveLength(3);
    expect(faults.faults).toMatchObject([{ error: { code: 'ERR_WORKER_INIT_FAILED' } }]);
  });
});

describe('ProcessingThread, of a build that is replaced', () => {
  it('begins no thread until it is as it was, and says why', async () => {
    const build = { isReplaced: true };
    pause.meanwhile = () => {
      if (pause.waitsMs.length === 3) build.isReplaced = false;
    };
    thread = new SpecThread({ spool, faults, pause, build, onJobRun, settings: { dataDir: '/' } });
    start('endless');
    await begun(1);
    expect(pause.waitsMs).toHaveLength(3);
    expect(faults.faults).toMatchObject([
      { error: { message: expect.stringContaining('another build') } },
    ]);
  });
});

describe('ProcessingThread, while much waits', () => {
  const MUCH = 410;

  async function appendMuch(): Promise<void> {
    await Promise.all(Array.from({ length: MUCH }, () => spool.append(createIncomingReport())));
  }

  const settled = (count = 1): Promise<boolean> =>
    eventually('progress', () => thread.heard.filter((type) => type === 'log').length === count);

  /** Waits as long as its signal lets it. */
  function neverWait(): void {
    pause.wait = async (_ms?: number, signal?: AbortSignal) => void (await once(signal!, 'abort'));
  }

  /** Each pause is over when it is ended here, or its signal does. */
  function holdPauses(): { ms: number; end: () => void }[] {
    const waits: { ms: number; end: () => void }[] = [];
    pause.wait = (ms: number, signal?: AbortSignal) =>
      new Promise((resolve) => {
        waits.push({ ms, end: resolve });
        signal?.addEventListener('abort', () => resolve());
      });
    return waits;
  }

  /** Returns what lets go of the settling of those that follow. */
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

  it('begins a second thread once it makes progress, which ends when it has found nothing for a while', async () => {
    await appendMuch();
    start('takes', 'drains');
    await eventually('the end of the second', () => thread.exits.length > 0);
    expect(thread.parts).toEqual(['first', 'second']);
    expect(thread.exits).toEqual(['drains']);
    expect(pause.waitsMs).toEqual([5000]);
    expect(faults.faults).toEqual([]);
  });

  it('begins none while little waits', async () => {
    await spool.append(createIncomingReport());
    start('takes');
    await settled();
    expect(thread.begun).toEqual(['takes']);
  });

  it('begins none where there is one core', async () => {
    thread.mayBeSeveral = false;
    await appendMuch();
    start('takes');
    await settled();
    expect(thread.begun).toEqual(['takes']);
  });

  it('ends both when the second one fails, and begins none while reports come one by one', async () => {
    await appendMuch();
    start('takes', 'failsOverTwo', 'takes', 'endless');
    await begun(3);
    await settled(2);
    expect(thread.parts).toEqual(['first', 'second', 'first']);
    expect(thread.exits.toSorted()).toEqual(['failsOverTwo', 'takes']);
    expect(faults.faults).toMatchObject([{ error: { message: 'It failed.' } }]);
  });

  it('lets both end by themselves when it is stopped', async () => {
    await appendMuch();
    neverWait();
    start('takes', 'drains');
    await begun(2);
    await thread.stop();
    expect(thread.exits.toSorted()).toEqual(['drains', 'takes']);
    expect(faults.faults).toEqual([]);
  });

  it('goes on with one where no second one can be begun, and tries again later', async () => {
    const lines: LogLine[] = [];
    Logger.writeTo((line) => lines.push(line));
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

  it('goes on with one thread where another build has come since, and says so once', async () => {
    const lines: LogLine[] = [];
    Logger.writeTo((line) => void lines.push(line));
    neverWait();
    const build = { isReplaced: false };
    thread = new SpecThread({ spool, faults, pause, build, onJobRun, settings: { dataDir: '/' } });
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
