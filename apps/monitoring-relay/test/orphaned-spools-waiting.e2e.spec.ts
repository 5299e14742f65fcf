import { expect, it } from '@jest/globals';
import request from 'supertest';
import { createStores, openDatabase } from '#product';
import type { ReportStore } from '#product/recording/record';
import type { RelayHealth } from '#shared';
import { asReader } from '../../../test/support/metrics.ts';
import { OrphanedSpools } from '../src/processing/orphaned-spools.ts';
import { openSpoolFile } from '../src/spool/opening/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { createEnvelope } from './support/envelopes.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { PatientPause } from './support/patient-pause.ts';
import { startRelay } from './support/started-relay.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

class PatientReports {
  let!: () => void;
  noteAsked!: () => void;
  readonly asked = new Promise<void>((resolve) => (this.noteAsked = resolve));
  private readonly isLet = new Promise<void>((resolve) => (this.let = resolve));

  constructor(store: ReportStore) {
    const record = store.record.bind(store);
    store.record = async (reports) => {
      if (reports.some(({ events }) => events.length > 0)) {
        this.noteAsked();
        await this.isLet;
      }
      return record(reports);
    };
  }
}

it('health gives number and age of orphaned reports until they are processed', async () => {
  const dataDir = createTemporaryFolder();
  const database = openDatabase({ dataDir });
  const stores = createStores(database);
  const reports = new PatientReports(stores.reports);
  const relay = await startRelay(
    { DATA_DIR: dataDir },
    // Keeps the relay from opening other spools by itself.
    { database, stores, pause: new PatientPause() },
  );
  const readQueues = async (): Promise<RelayHealth['queue'][]> => {
    const answers = ['/health/live', '/health/ready'].map((path) =>
      request(relay.url).get(path).set(asReader).expect(200),
    );
    return (await Promise.all(answers)).map(({ body }) => (body as RelayHealth).queue);
  };
  const left = new SqliteSpool(openSpoolFile(dataDir));
  for (const ageMs of [60_000, 50_000]) {
    const receivedAtMs = Date.now() - ageMs;
    const body = Buffer.from(createEnvelope());
    await left.append(createIncomingReport({ receivedAtMs, body }));
  }
  await left.close();
  const looking = relay.app.get(OrphanedSpools).run(new AbortController().signal);
  await reports.asked;
  for (const { depth, oldestMs } of await readQueues()) {
    expect(depth).toBe(2);
    expect(oldestMs).toBeGreaterThanOrEqual(60_000);
  }
  reports.let();
  await looking;
  expect(await readQueues()).toEqual([
    { depth: 0, oldestMs: 0 },
    { depth: 0, oldestMs: 0 },
  ]);
});
