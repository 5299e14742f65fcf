import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { ClockDouble, NoPause } from '#telemetry/testing';
import {
  FailuresDouble,
  KeyArchiveDouble,
  MonitoringLog,
  ProjectStoreDouble,
  ReportStoreDouble,
} from '../../test/support/doubles.ts';
import { defaultRules } from '../../test/support/default-rules.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { damageBodyOf } from '../../test/support/damage.ts';
import { holdSpool } from '../../test/support/opened-spool.ts';
import { types } from '../../test/support/item-types.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import type { SpoolBodies } from '../spool/bodies/spool-bodies.ts';
import { MAX_ATTEMPTS } from '../spool/claims/known-failure.ts';
import type { SpoolFile } from '../spool/file/spool-file.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import { MonitoredFaults } from './processing-faults.ts';
import { Processor, type ProcessorOptions } from './processor.ts';

const OWN_PROJECT = 2;

let file: SpoolFile;
let spoolBodies: SpoolBodies;
let spool: SqliteSpool;
let reports: ReportStoreDouble;
let failures: FailuresDouble;
let monitoring: MonitoringLog;
let pause: NoPause;
let keys: KeyMirror;
let processor: Processor;
let clearings: number;

afterEach(() => processor.stop());

const reopen = holdSpool(({ bodies, ...opened }) => {
  ({ file, spool } = opened);
  spoolBodies = bodies;
});

beforeEach(async () => {
  reports = new ReportStoreDouble();
  failures = new FailuresDouble();
  monitoring = new MonitoringLog();
  pause = new NoPause();
  clearings = 0;
  const { clearAttempts } = spool;
  spool.clearAttempts = () => {
    clearings += 1;
    clearAttempts.call(spool);
  };
  const projects = new ProjectStoreDouble();
  projects.keys.push({ publicKey: 'own', projectId: OWN_PROJECT, enabled: true });
  keys = new KeyMirror(projects, new KeyArchiveDouble());
  await keys.refresh();
  processor = createProcessor(spool);
});

function createProcessor(
  from: SqliteSpool,
  rules: ProcessorOptions['rules'] = defaultRules(),
  onRecorded: ProcessorOptions['onRecorded'] = async () => undefined,
): Processor {
  const faults = new MonitoredFaults(monitoring, keys);
  return new Processor({
    queue: from,
    stores: { reports, failedReports: failures },
    types,
    faults,
    pause,
    clock: new ClockDouble(),
    rules,
    onRecorded,
  });
}

function append(payload = '{}', projectId = 1): Promise<number> {
  const body = Buffer.from(`{}\n{"type":"event"}\n${payload}\n`);
  return spool.append(createIncomingReport({ projectId, eventId: 'a'.repeat(32), body }));
}

async function drained(): Promise<void> {
  const endMs = performance.now() + 30_000;
  do {
    if (performance.now() > endMs) throw new Error('The queue is not empty after 30 s.');
    await new Promise((resolve) => setImmediate(resolve));
  } while ((await spool.getQueueState(0)).depth > 0);
}

class UnreadableSpool extends SqliteSpool {
  claims = 0;

  override claim(): Promise<never> {
    this.claims += 1;
    return Promise.reject(new Error('database disk image is malformed'));
  }
}

const TWO_BATCHES = 200;
const anyBytes: unknown = expect.any(Uint8Array);
const listKept = (): number[] => failures.kept.map(({ reportId }) => reportId);

describe('Processor', () => {
  it('records waiting and arriving reports in order, and settles them', async () => {
    await append();
    processor.start();
    await drained();
    await append();
    await append();
    await drained();
    expect(reports.recorded).toEqual([1, 2, 3]);
    expect(await spool.claim({ maxReports: 10, maxBytes: 1000 })).toEqual([]);
  });

  it('tells the number of recorded events once they are settled, and goes on when that fails', async () => {
    const told: string[] = [];
    const follow = async (events: number): Promise<void> => {
      told.push(`${events} recorded, ${(await spool.getQueueState(0)).depth} wait`);
      if (told.length === 1) throw new Error('No.');
    };
    processor = createProcessor(spool, defaultRules(), follow);
    await append();
    await append();
    processor.start();
    await drained();
    await append();
    await drained();
    await processor.stop();
    expect(told).toEqual(['2 recorded, 0 wait', '1 recorded, 0 wait']);
  });

  it('claims the next batch while it records one', async () => {
    const claimed: number[] = [];
    const { claim } = spool;
    spool.claim = async (limits) => {
      const batch = await claim.call(spool, limits);
      claimed.push(...batch.map(({ id }) => id));
      return batch;
    };
    for (let count = 0; count < TWO_BATCHES; count += 1) await append();
    const claimedWhenRecorded: number[] = [];
    reports.accept = () => void claimedWhenRecorded.push(claimed.length);
    processor.start();
    await drained();
    expect(claimedWhenRecorded).toEqual([TWO_BATCHES, TWO_BATCHES]);
    expect(reports.recorded).toHaveLength(TWO_BATCHES);
  });

  it('claims nothing beside a report over which processing crashed before', async () => {
    for (let count = 0; count < 3; count += 1) await append();
    file.db.exec('UPDATE reports SET attempts = 1 WHERE id < 3');
    const inWork: number[] = [];
    const { claim, settle } = spool;
    let claimed = 0;
    spool.claim = async (limits) => {
      const batch = await claim.call(spool, limits);
      claimed += batch.length;
      return batch;
    };
    spool.settle = async (ids) => {
      inWork.push(claimed);
      claimed -= ids.length;
      await settle.call(spool, ids);
    };
    await processor.finish();
    expect(reports.recorded).toEqual([1, 2, 3]);
    expect(inWork).toEqual([1, 1, 1]);
  });

  it('waits for the rules of projects, and records nothing before', async () => {
    const recordedBefore: number[] = [];
    const prepare = async (_signal: AbortSignal, onWaiting: () => void): Promise<boolean> => {
      onWaiting();
      recordedBefore.push(reports.recorded.length);
      return true;
    };
    const rules = defaultRules();
    const waiting = createProcessor(spool, { prepare, of: (id) => rules.of(id) });
    await append();
    await waiting.finish();
    expect(recordedBefore[0]).toBe(0);
    expect(reports.recorded).toEqual([1]);
    expect(monitoring.errors).toEqual([]);
  });

  it('records a report that arrives while it records the last one', async () => {
    await append();
    const arrived = new Promise<void>((resolve) => {
      reports.accept = () => {
        reports.accept = () => undefined;
        void append().then(() => resolve());
      };
    });
    processor.start();
    await arrived;
    await drained();
    expect(reports.recorded).toEqual([1, 2]);
  });

  it('misses no report that arrives while it ends a round', async () => {
    processor.start();
    for (let round = 0; round < 200; round += 1) await append();
    await drained();
    expect(reports.recorded).toHaveLength(200);
  });

  it('stores a report that is no JSON as failed with its reason, and goes on', async () => {
    await append('{"a":nope}');
    await append();
    processor.start();
    await drained();
    expect(reports.recorded).toEqual([2]);
    expect(failures.kept).toMatchObject([
      { reportId: 1, reason: expect.stringMatching(/^The event is not JSON: /) },
    ]);
  });

  it('records the good events of a report, and stores it as failed for the others', async () => {
    await append('{"a":nope}\n{"type":"event"}\n{}');
    await append();
    const stored: number[] = [];
    reports.accept = (batch) => void stored.push(...batch.map(({ events }) => events.length));
    processor.start();
    await drained();
    expect(reports.recorded).toEqual([1, 2]);
    expect(stored).toEqual([1, 1]);
    expect(failures.kept).toMatchObject([
      {
        reportId: 1,
        items: [0],
        reason: expect.stringMatching(/^1 of 2 items: The event is not JSON: /),
      },
    ]);
  });

  it('writes a batch of many events in several transactions', async () => {
    const hundred = Array.from({ length: 100 }, () => '{}').join('\n{"type":"event"}\n');
    for (let count = 0; count < 5; count += 1) await append(hundred);
    processor.start();
    await drained();
    expect(reports.attempts).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('waits ever longer for a database that is away, and loses nothing', async () => {
    let refusals = 0;
    reports.accept = () => {
      if (refusals++ < 5) throw new ErrataError('database.unavailable');
    };
    await append();
    processor.start();
    await drained();
    expect(reports.recorded).toEqual([1]);
    expect(pause.waitsMs).toHaveLength(5);
    expect(clearings).toBe(5);
    expect(pause.waitsMs[4]!).toBeGreaterThan(pause.waitsMs[0]!);
    expect(failures.kept).toHaveLength(0);
  });

  it('bisects a batch to find the report that cannot be recorded, and stores it as failed', async () => {
    for (let count = 0; count < 8; count += 1) await append();
    const error = new Error('value out of range');
    reports.accept = (batch) => {
      if (batch.some(({ reportId }) => reportId === 6)) throw error;
    };
    processor.start();
    await drained();
    expect(reports.recorded).toEqual([1, 2, 3, 4, 5, 7, 8]);
    expect(reports.attempts).toHaveLength(7);
    const reason = 'Recording failed: value out of range';
    expect(failures.kept).toMatchObject([{ reportId: 6, reason }]);
    expect(monitoring.errors).toEqual([error]);
  });

  it('returns the memory of payloads only once they are recorded or stored as failed', async () => {
    for (let count = 0; count < 4; count += 1) await append();
    const bodies = new Map<number, Buffer>();
    const sizesAtAttempts: number[] = [];
    reports.accept = (batch) => {
      for (const { reportId, events } of batch) bodies.set(reportId, events[0]!.payload.body);
      sizesAtAttempts.push(...batch.map(({ events }) => events[0]!.payload.body.length));
      if (batch.some(({ reportId }) => reportId === 3)) throw new Error('value out of range');
    };
    processor.start();
    await drained();
    await processor.stop();
    expect(reports.recorded).toEqual([1, 2, 4]);
    expect(Math.min(...sizesAtAttempts)).toBeGreaterThan(0);
    expect([...bodies.values()].map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0, 0]);
  });

  it('notes an outcome for each item of a failed report, each once', async () => {
    const body = Buffer.from(
      '{}\n{"type":"event"}\n{}\n{"type":"event"}\n[]\n{"type":"raw_security"}\n{"body":{}}\n',
    );
    const filtered = { session: 2 };
    const contents = { kept: { error: 2, security: 1 }, filtered };
    await spool.append(createIncomingReport({ body, contents }));
    reports.accept = () => {
      throw new Error('value out of range');
    };
    processor.start();
    await drained();
    const [report] = failures.kept;
    const failed = { projectId: 1, publicKey: 'abc', outcome: 'failed', atMs: 0, quantity: 1 };
    expect(report?.outcomes).toEqual([
      { ...failed, reason: 'recording', kind: 'error' },
      { ...failed, reason: 'recording', kind: 'security' },
      { ...failed, reason: 'unreadable', kind: 'error' },
      { ...failed, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 2 },
    ]);
  });

  it('waits when no report of a batch can be recorded, and fails none of them', async () => {
    for (let count = 0; count < 8; count += 1) await append();
    reports.accept = () => {
      if (pause.waitsMs.length < 5) throw new Error('a column is missing');
    };
    processor.start();
    await drained();
    expect(reports.recorded).toHaveLength(8);
    expect(pause.waitsMs).toHaveLength(5);
    expect(failures.kept).toHaveLength(0);
  });

  it('stops waiting when all reports keep failing alike, and stores them as failed', async () => {
    for (let count = 0; count < TWO_BATCHES; count += 1) await append();
    reports.accept = (batch) => {
      if (batch.some(({ reportId }) => reportId <= TWO_BATCHES)) throw new Error('always the same');
    };
    processor.start();
    await drained();
    const waits = pause.waitsMs.length;
    expect(waits).toBeGreaterThan(10);
    expect(failures.kept).toHaveLength(TWO_BATCHES);
    await append();
    await drained();
    expect(reports.recorded).toEqual([TWO_BATCHES + 1]);
    expect(pause.waitsMs).toHaveLength(waits);
  });

  it('stores reports that fail in different ways as failed at once', async () => {
    await append();
    await append();
    reports.accept = (batch) => {
      throw new Error(`not ${batch[0]?.reportId}`);
    };
    processor.start();
    await drained();
    expect(failures.kept).toHaveLength(2);
    expect(pause.waitsMs).toEqual([]);
  });

  it('stores a report that its spool marks as failed with its body', async () => {
    await append();
    await append();
    file.db.exec(`UPDATE reports SET attempts = ${MAX_ATTEMPTS} WHERE id = 1`);
    processor.start();
    await drained();
    expect(reports.recorded).toEqual([2]);
    expect(failures.kept).toMatchObject([{ reportId: 1, body: anyBytes }]);
  });

  it('waits for a database that is away, and stores a failed report once', async () => {
    await append('{"a":nope}');
    let refusals = 0;
    failures.accept = () => {
      if (refusals++ < 3) throw new ErrataError('database.unavailable');
    };
    processor.start();
    await drained();
    expect(pause.waitsMs).toHaveLength(3);
    expect(failures.kept).toMatchObject([{ reportId: 1 }]);
  });

  it('leaves a report in the spool that the database refuses even as failed', async () => {
    for (let count = 0; count < 3; count += 1) await append('{"a":nope}');
    failures.accept = (failed) => {
      if (failed.some(({ reportId }) => reportId === 2)) throw new Error('too large');
    };
    await append();
    await processor.finish();
    expect(listKept()).toEqual([1, 3]);
    expect(reports.recorded).toEqual([4]);
    expect(await spool.getQueueState(0)).toMatchObject({ depth: 1 });
    failures.accept = () => undefined;
    await createProcessor(new SqliteSpool(file)).finish();
    expect(listKept()).toEqual([1, 3, 2]);
  });

  it('goes on behind a failed report whose storing crashes processing', async () => {
    await append();
    await append();
    file.db.exec(`UPDATE reports SET attempts = ${2 * MAX_ATTEMPTS} WHERE id = 1`);
    await processor.finish();
    expect(failures.kept).toEqual([]);
    expect(reports.recorded).toEqual([2]);
    spool.clearAttempts();
    await createProcessor(new SqliteSpool(file)).finish();
    expect(reports.recorded).toEqual([2, 1]);
  });

  it('stores the body of a failed report from its file, and one whose file is gone', async () => {
    const spill = async (text: string): Promise<string> => {
      const body = spoolBodies.begin(() => undefined);
      body.write([Buffer.from(text)]);
      const spilled = await body.finish();
      await spool.append(createIncomingReport({ body: Buffer.alloc(0), spilled }));
      return spoolBodies.locate(spilled.name);
    };
    await spill('large');
    rmSync(await spill('gone'));
    processor.start();
    await drained();
    expect(failures.kept).toMatchObject([
      { reportId: 2, reason: 'The file with the body of this report is gone, or was cut.' },
      { reportId: 1, body: Buffer.from('large') },
    ]);
    expect(failures.kept[0]).not.toHaveProperty('body');
  });

  it("does not report an error that a report of Errata's own project causes", async () => {
    await append('{}', OWN_PROJECT);
    reports.accept = () => {
      throw new Error('no');
    };
    processor.start();
    await drained();
    expect(failures.kept).toHaveLength(1);
    expect(monitoring.errors).toEqual([]);
  });

  it('leaves a report in the spool when a stop interrupts it', async () => {
    await append();
    reports.accept = () => {
      throw new ErrataError('database.unavailable');
    };
    const waiting = new Promise<void>((resolve) => (pause.meanwhile = resolve));
    processor.start();
    await waiting;
    await processor.stop();
    expect(await spool.getQueueState(0)).toMatchObject({ depth: 1 });
  });

  it('lets the database forget settled reports once', async () => {
    await append();
    await append();
    processor.start();
    await drained();
    await processor.forgetSettled();
    await processor.forgetSettled();
    expect(reports.forgotten).toEqual([3]);
  });

  it('lets the database forget requests from long before the oldest report that waits', async () => {
    await append();
    processor.start();
    await drained();
    await processor.stop();
    const beforeNowMs = new ClockDouble().nowMs() - 1;
    await spool.append(createIncomingReport({ receivedAtMs: beforeNowMs }));
    await processor.forgetSettled();
    expect(reports.requestsForgottenMs).toBe(beforeNowMs);
  });

  it('keeps settled reports in the database while a backup is made', async () => {
    await append();
    processor.start();
    await drained();
    reports.isBackedUp = true;
    await processor.forgetSettled();
    expect(reports.forgotten).toEqual([]);
    reports.isBackedUp = false;
    await processor.forgetSettled();
    expect(reports.forgotten).toEqual([2]);
  });

  it('reports once that a spool cannot be read, and pauses however many reports arrive', async () => {
    const unreadable = new UnreadableSpool(file);
    const enough = new Promise<void>((resolve) => {
      pause.meanwhile = () => {
        void append();
        if (pause.waitsMs.length === 30) resolve();
      };
    });
    processor = createProcessor(unreadable);
    processor.start();
    await enough;
    await processor.stop();
    expect(unreadable.claims).toBe(30);
    expect(monitoring.errors).toHaveLength(1);
    expect(pause.waitsMs.at(-1)).toBeGreaterThanOrEqual(2500);
  });

  it('processes the reports beside and behind a damaged row of the spool', async () => {
    const letters = ['p', 'q', 'r', 's'];
    for (const letter of letters) {
      const head = '{}\n{"type":"event"}\n{}\n{"type":"attachment"}\n';
      const body = Buffer.concat([Buffer.from(head), Buffer.alloc(50_000, letter)]);
      await spool.append(createIncomingReport({ body }));
    }
    file.close();
    damageBodyOf('q', file.db.name);
    reopen();
    processor = createProcessor(spool);
    processor.start();
    await drained();
    expect(reports.recorded).toEqual([1, 3, 4]);
    expect(failures.kept).toHaveLength(1);
    expect(monitoring.errors).toEqual([]);
  });

  it('reports a fault again once a batch has succeeded', async () => {
    const error = new Error('no');
    let faults = 0;
    const { claim } = spool;
    spool.claim = (limits) =>
      faults++ % 3 < 2 ? Promise.reject(error) : claim.call(spool, limits);
    for (let count = 0; count < TWO_BATCHES; count += 1) await append();
    processor.start();
    await drained();
    expect(reports.recorded).toHaveLength(TWO_BATCHES);
    expect(monitoring.errors).toEqual([error, error]);
  });

  it('drains the spool in spite of a fault, and ends when nothing is left', async () => {
    const { claim } = spool;
    let faults = 0;
    spool.claim = (limits) =>
      faults++ === 0 ? Promise.reject(new Error('no')) : claim.call(spool, limits);
    await append();
    await processor.drain();
    expect(reports.recorded).toEqual([1]);
  });

  it('rejects with the fault when it only finishes a spool', async () => {
    await expect(createProcessor(new UnreadableSpool(file)).finish()).rejects.toThrow('malformed');
  });
});
