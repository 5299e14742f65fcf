import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, createStores } from '#product';
import type { JobRun } from '#shared';
import { SystemPause } from '#telemetry/plain';
import { silenceLog } from './support/silence-log.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type DatabaseJobParts, listDatabaseJobs } from '../src/product-processing.ts';
import { ProcessingThread } from '../src/processing/thread/processing-thread.ts';
import type { FromThread, ThreadSettings } from '../src/processing/thread/messages.ts';
import { MAX_ATTEMPTS } from '../src/spool/claims/known-failure.ts';
import type { SpoolFile } from '../src/spool/file/spool-file.ts';
import { openSpoolFile } from '../src/spool/opening/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { FaultLog } from './support/doubles.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { openSpool } from './support/opened-spool.ts';
import { putDatabase } from './support/put-database.ts';
import { RelayProcess } from './support/relay-process.ts';
import { compareWithAcknowledged } from './support/stored-events.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

silenceLog();

const ROOT = join(import.meta.dirname, '../../..');
const WORKER = join(ROOT, 'dist/apps/monitoring-relay/src/processing.worker.js');
const POISON = pathToFileURL(join(ROOT, 'test/fixtures/poisoned-thread.mjs')).href;

class BuiltThread extends ProcessingThread {
  private claims = 0;
  private noteSecond!: () => void;
  readonly secondIsAtWork = new Promise<void>((resolve) => (this.noteSecond = resolve));

  protected override get hasSpareCore(): boolean {
    return true;
  }

  protected override createWorker(workerData: ThreadSettings): Worker {
    const worker = new Worker(WORKER, { workerData });
    if (workerData.part === 'second') worker.on('message', (said: FromThread) => this.note(said));
    return worker;
  }

  private note(said: FromThread): void {
    if (said.type === 'call' && said.method === 'claim') this.claims += 1;
    if (this.claims === 2) this.noteSecond();
  }
}

const SECRET = 'a secret of thirty-two characters';

let dataDir: string;
let file: SpoolFile;
let spool: SqliteSpool;
let faults: FaultLog;
let jobRuns: JobRun[];
const onJobRun = (run: JobRun): void => void jobRuns.push(run);
let thread: BuiltThread;
let good: string[];

beforeEach(async () => {
  dataDir = createTemporaryFolder();
  await putDatabase(dataDir);
  const database = openDatabase({ dataDir });
  await createStores(database).projects.ensure([{ slug: 'app', id: 1 }]);
  await database.close();
  ({ file, spool } = openSpool(dataDir, {}, 'own'));
  faults = new FaultLog();
  jobRuns = [];
  good = [];
  thread = new BuiltThread({
    spool,
    faults,
    pause: new SystemPause(),
    onJobRun,
    settings: { dataDir, minFreeDiskBytes: 0, secret: SECRET },
  });
});

afterEach(async () => {
  await thread.stop();
  file.close();
});

async function append(event: object = {}): Promise<string> {
  const eventId = createEventId();
  const body = Buffer.from(createEnvelope({ eventId, event }));
  await spool.append(createIncomingReport({ eventId, receivedAtMs: Date.now(), body }));
  return eventId;
}

async function appendGood(count: number): Promise<void> {
  for (let report = 0; report < count; report += 1) good.push(await append());
}

async function drained(): Promise<void> {
  await eventually('an empty queue', async () => (await spool.getQueueState(0)).depth === 0);
}

/**
 * Counts threads of this process whose nice value is raised. The nice value is field 19 of
 * /proc/pid/stat, see proc(5).
 */
function countPoliteThreads(): number {
  if (process.platform !== 'linux') return 0;
  const stats = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/stat`, 'utf8'),
  );
  // Field 2 is a name in brackets, which may contain blanks.
  return stats.filter((stat) => Number(stat.split(') ')[1]?.split(' ')[16]) > 0).length;
}

const NOTHING_WRONG = { missing: [], twice: [], miscounted: [] };

describe('the processing thread', () => {
  it('runs the jobs over the database, and reports their runs', async () => {
    thread.start();
    const list = (): string[] => [...new Set(jobRuns.map(({ name }) => name))].toSorted();
    const parts = { followRecording: () => undefined } as unknown as DatabaseJobParts;
    const listed = listDatabaseJobs(parts).map(({ name }) => name);
    const names = ['clock', 'forget-settled', 'retry-failed', ...listed];
    await eventually('all jobs', () => list().length >= names.length);
    expect(list()).toEqual(names.toSorted());
    expect(jobRuns.filter(({ isFailed }) => isFailed)).toEqual([]);
  });

  it('has a lower priority than the threads that answer, where the system has priorities', async () => {
    const before = countPoliteThreads();
    await appendGood(1);
    thread.start();
    await drained();
    expect(countPoliteThreads() - before).toBe(process.platform === 'linux' ? 1 : 0);
  });

  async function startTwo(): Promise<void> {
    const { settle } = spool;
    let settled = 0;
    spool.settle = async (ids) => {
      settled += 1;
      if (settled > 1) await thread.secondIsAtWork;
      return settle.call(spool, ids);
    };
    thread.start();
    await thread.secondIsAtWork;
  }

  it('shares waiting reports with a second thread, and counts each report once', async () => {
    await appendGood(600);
    await startTwo();
    await drained();
    expect(compareWithAcknowledged(dataDir, good)).toEqual(NOTHING_WRONG);
    expect(readOutcomes(dataDir).lines).toEqual(['1 abc stored/taken error 600']);
  });
});

it.each([
  ['process is killed seven times', 'kill', 'SIGKILL', MAX_ATTEMPTS - 2],
  ['thread ends seven times', 'exit', 'exit code 1', MAX_ATTEMPTS - 2],
])('a relay whose %s over a report stores it as failed', async (_, poison, ending, before) => {
  file.close();
  file = openSpoolFile(dataDir);
  spool = new SqliteSpool(file);
  await append();
  await append({ extra: { poison } });
  await append();
  file.db.prepare('UPDATE reports SET attempts = ?').run(before);
  file.close();
  const env = { ERRATA_PROJECTS: 'app=1:abc', NODE_OPTIONS: `--import=${POISON}` };
  const relay = await RelayProcess.start({ dataDir, env, isSupervised: true });
  await eventually('it is kept aside', () => relay.printed.includes('is kept as a failed report'));
  await relay.drained();
  const wanted = ['1 abc failed/processing error 1', '1 abc stored/taken error 2'];
  await eventually('the outcomes', () => readOutcomes(dataDir).lines.join() === wanted.join());
  expect(await relay.terminate()).toBe(0);
  expect(relay.printed.split(`stopped unexpectedly (${ending})`)).toHaveLength(2 + 1);
});
