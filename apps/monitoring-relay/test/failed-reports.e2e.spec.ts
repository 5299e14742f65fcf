import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { ReportStore } from '#product/recording/record';
import type { FailedReport } from '#product/recording/failed-reports';
import { ErrataError } from '#shared';
import { SqliteDatabase } from '#sqlite';
import { eventually } from '../../../test/support/eventually.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readFailures } from './support/stored-failures.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

/** Intake accepts this JSON, but processing refuses its depth. */
const BAD_EVENT = `{"type":"event"}\n{"a":${'['.repeat(70)}${']'.repeat(70)}}\n`;
const PROFILE = '{"type":"profile"}\n{}\n';
const FAILED = `1 ${publicKey} failed/recording error 1`;
const FILTERED = `1 ${publicKey} filtered/kind profile 1`;
const STORED = `1 ${publicKey} stored/taken error 1`;
const SECRET = 'a secret of thirty-two characters';
const WORD = 'confidential-word-of-the-spec';

class FaultyReports {
  fault: Error | undefined = new Error('A value is out of range.');
  attempts = 0;

  constructor(store: ReportStore) {
    const record = store.record.bind(store);
    store.record = async (reports) => {
      const hasItems = reports.some(({ events }) => events.length > 0);
      if (hasItems) this.attempts += 1;
      if (this.fault && hasItems) throw this.fault;
      return record(reports);
    };
  }
}

async function startFaultyRelay(): Promise<{ relay: StartedRelay; reports: FaultyReports }> {
  const dataDir = createTemporaryFolder();
  const database = openDatabase({ dataDir });
  const stores = createStores(database, { secret: SECRET });
  const reports = new FaultyReports(stores.reports);
  return { relay: await startRelay({ DATA_DIR: dataDir }, { database, stores }), reports };
}

function failedBecome({ parts }: StartedRelay, count: number): Promise<FailedReport[]> {
  return eventually(`${count} failed reports`, async () => {
    const found = await parts.stores.failedReports.list({ limit: 100 });
    const areSettled = found.every(({ isRetried }) => !isRetried);
    return found.length === count && areSettled ? found : undefined;
  });
}

async function tryAgain({ parts }: StartedRelay, ...ids: number[]): Promise<void> {
  for (const id of ids)
    await parts.stores.failedReports.requestRetry({ id }, { nowMs: Date.now() });
}

async function outcomesBecome(dataDir: string, expected: readonly string[]): Promise<void> {
  const read = (): string[] => readOutcomes(dataDir).lines.filter((line) => !line.endsWith(' 0'));
  await eventually(
    `outcomes ${expected.join()}`,
    async () => JSON.stringify(read()) === JSON.stringify(expected),
  );
}

describe('a report that cannot be processed', () => {
  it('is stored in the database, where its content is unreadable', async () => {
    const { relay } = await startFaultyRelay();
    const eventId = createEventId();
    const body = `${createEnvelope({ eventId, event: { message: WORD } })}\n${PROFILE}`;
    await relay.send(body).expect(200);
    const [failed] = await failedBecome(relay, 1);
    expect(failed).toMatchObject({
      projectId: 1,
      publicKey,
      eventId,
      reason: 'Recording failed: A value is out of range.',
      kinds: { error: 1 },
    });
    await outcomesBecome(relay.dataDir, [FAILED, FILTERED]);
    await eventually('its spool to let go of it', async () => {
      return (await relay.spool.getQueueState(0)).depth === 0;
    });
    const stored = await relay.parts.stores.failedReports.readBody(failed!.id);
    expect(String(stored)).toContain(WORD);
    for (const file of ['errata.sqlite', 'errata.sqlite-wal']) {
      expect(readFileSync(join(relay.dataDir, file)).includes(WORD)).toBe(false);
    }
    const memory = 'SELECT count(*) FROM processed_reports WHERE origin LIKE ?';
    const db = new SqliteDatabase(join(relay.dataDir, 'errata.sqlite'), { readOnly: true });
    await eventually(
      'it to be forgotten',
      async () => db.prepare(memory).pluck().get('failed:%') === 0,
    );
    db.close();
  });
});

describe('a failed report that is retried', () => {
  it('is stored once, and has one outcome', async () => {
    const { relay, reports } = await startFaultyRelay();
    const eventId = createEventId();
    await relay.send(`${createEnvelope({ eventId })}\n${PROFILE}`).expect(200);
    const [{ id }] = (await failedBecome(relay, 1)) as [FailedReport];
    const before = reports.attempts;
    await tryAgain(relay, id);
    await eventually('the attempt', async () => reports.attempts > before);
    expect(await failedBecome(relay, 1)).toMatchObject([{ id }]);
    await outcomesBecome(relay.dataDir, [FAILED, FILTERED]);
    reports.fault = undefined;
    await tryAgain(relay, id, id);
    await outcomesBecome(relay.dataDir, [FILTERED, STORED]);
    expect(await failedBecome(relay, 0)).toEqual([]);
    expect(readStoredEvents(relay.dataDir)).toEqual({
      ids: [eventId],
      counters: { issues: 1, keys: 1, hours: 1, minutes: 1 },
    });
  });

  it('counts the outcomes that it contains', async () => {
    const relay = await startRelay();
    const count = {
      projectId: 1,
      publicKey,
      outcome: 'filtered',
      reason: 'kind',
      kind: 'profile',
      atMs: Date.now(),
      quantity: 1,
    } as const;
    const tally = {
      origin: '0123456789abcdef',
      reportId: 3,
      projectId: 0,
      publicKey: '',
      receivedAtMs: 0,
      reason: 'no',
      outcomes: [],
      body: Buffer.from(JSON.stringify([count])),
    };
    await relay.parts.stores.failedReports.put([tally]);
    const [{ id }] = (await failedBecome(relay, 1)) as [FailedReport];
    await tryAgain(relay, id);
    await outcomesBecome(relay.dataDir, [FILTERED]);
    expect(await failedBecome(relay, 0)).toEqual([]);
  });

  it('waits for a database that is away meanwhile, and is not lost', async () => {
    const { relay, reports } = await startFaultyRelay();
    const clock = Date.now();
    await relay.send(createEnvelope()).expect(200);
    const [{ id }] = (await failedBecome(relay, 1)) as [FailedReport];
    reports.fault = new ErrataError('database.unavailable');
    const before = reports.attempts;
    await tryAgain(relay, id);
    await eventually('the attempt', async () => reports.attempts > before);
    const [waiting] = await relay.parts.stores.failedReports.list({ limit: 1 });
    expect(waiting).toMatchObject({ id, isRetried: true });
    reports.fault = undefined;
    const { failedReports } = relay.parts.stores;
    const { takeDue } = failedReports;
    failedReports.takeDue = () => takeDue.call(failedReports, clock + 120_000);
    expect(await failedBecome(relay, 0)).toEqual([]);
    await outcomesBecome(relay.dataDir, [STORED]);
  });
});

describe('a relay that is killed', () => {
  it('has each failed report in its database once, counted once, after the next start', async () => {
    const dataDir = createTemporaryFolder();
    const reports = 30;
    let relay = await RelayProcess.start({ dataDir });
    for (let report = 0; report < reports; report += 1) {
      expect((await relay.send(`{}\n${BAD_EVENT}`)).status).toBe(200);
      if (report % 10 === 9) {
        await relay.kill();
        relay = await RelayProcess.start({ dataDir });
      }
    }
    await outcomesBecome(dataDir, [`1 ${publicKey} failed/unreadable error ${reports}`]);
    expect(readFailures(dataDir)).toHaveLength(reports);
    expect(await relay.terminate()).toBe(0);
  });
});
