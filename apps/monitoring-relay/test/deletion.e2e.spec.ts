import { expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { join } from 'node:path';
import { createStores, openDatabase } from '#product';
import { createGroupedEvent, createReport } from '#product/testing';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { compareWithAcknowledged } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

/** Large enough that deleting the issues takes a while. */
const LARGE = { reports: 60, eventsEach: 100 };

it('a killed relay takes reports for deleted issues, and still removes those issues', async () => {
  const dataDir = createTemporaryFolder({ onDisk: true });
  const [port] = (await findFreePorts(1)) as [number];
  let relay = await RelayProcess.start({ dataDir, port });
  const database = openDatabase({ dataDir });
  const { deletions, issues, reports } = createStores(database);
  const url = relay.address;
  for (let report = 1; report <= LARGE.reports; report += 1) {
    const events = Array.from({ length: LARGE.eventsEach }, () => createGroupedEvent());
    await reports.record([createReport(report, events)]);
  }
  const [large] = await issues.list({ limit: 1 });
  const findReported = async () =>
    (await issues.list({ limit: 2 })).find(({ id }) => id !== large?.id);
  const whileDeleted = new ReportStream({ url, senders: 8, mostPauseMs: 40 });
  await eventually('reports', () => whileDeleted.acknowledged.length >= 150);
  const reported = await eventually('an issue', findReported);
  expect(await deletions.delete(reported.id)).toBe(true);
  await relay.kill();
  await whileDeleted.stop();
  relay = await RelayProcess.start({ dataDir, port });
  await relay.drained();

  const stream = new ReportStream({ url, senders: 16, mostPauseMs: 40 });
  await eventually('reports', () => stream.acknowledged.length >= 50);
  expect(await deletions.delete(large?.id ?? 0)).toBe(true);
  const before = countLeft(dataDir);
  await eventually('a sweep under way', () => countLeft(dataDir) < before);
  await relay.kill();
  await stream.stop();
  expect(countLeft(dataDir)).toBeGreaterThan(0);
  relay = await RelayProcess.start({ dataDir, port });
  await relay.drained();
  await eventually('nothing is left of what was deleted', () => countOrphans(dataDir) === 0);
  const remaining = await issues.list({ limit: 10 });
  await database.close();
  expect(await relay.terminate()).toBe(0);
  // Numbers are not reused: 1 and 2 belonged to deleted issues.
  expect(remaining.map(({ number }) => number)).toEqual([3]);
  expect(compareWithAcknowledged(dataDir, stream.acknowledged)).toEqual({
    missing: [],
    twice: [],
    miscounted: [],
  });
});

function countOrphans(dataDir: string): number {
  return count(
    dataDir,
    `SELECT (SELECT count(*) FROM grouping_keys WHERE issue_id IS NULL)
       + (SELECT count(*) FROM event_payloads WHERE id NOT IN (SELECT id FROM events))`,
  );
}

function countLeft(dataDir: string): number {
  return count(
    dataDir,
    `SELECT count(*) FROM events
     WHERE grouping_key_id IN (SELECT id FROM grouping_keys WHERE issue_id IS NULL)`,
  );
}

function count(dataDir: string, statement: string): number {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  try {
    return db.prepare(statement).pluck().get() as number;
  } finally {
    db.close();
  }
}
