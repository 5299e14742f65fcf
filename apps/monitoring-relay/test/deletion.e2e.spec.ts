import { expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import { createStores, openDatabase } from '#persistence';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { RelayProcess } from './support/relay-process.ts';
import { ReportStream } from './support/report-stream.ts';
import { compareWithAcknowledged } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const ROUNDS = 4;
const KEY = 'deletionspec';
const env = { ERRATA_PROJECTS: `app=1:${KEY}`, LOG_LEVEL: 'error' };

it('takes events for issues that are deleted meanwhile, and removes these, though it is killed', async () => {
  const dataDir = createTemporaryFolder();
  const [port] = (await findFreePorts(1)) as [number];
  let relay = await RelayProcess.start({ dataDir, port, env });
  const database = openDatabase({ dataDir });
  const { deletions, issues } = createStores(database);
  const url = `${relay.url}/api/1/envelope/?sentry_key=${KEY}`;
  let stream = new ReportStream({ url, senders: 8 });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await eventually('reports', () => stream.acknowledged.length >= 150);
    const deleted = await eventually('an issue', async () => (await issues.list({ limit: 1 }))[0]);
    expect(deleted.events).toBeGreaterThan(0);
    expect(await deletions.delete(deleted.id)).toBe(true);
    await relay.kill();
    await stream.stop();
    relay = await RelayProcess.start({ dataDir, port, env });
    await relay.drained();
    stream = new ReportStream({ url, senders: 8 });
  }
  await eventually('reports after all that was deleted', () => stream.acknowledged.length >= 50);
  await stream.stop();
  await relay.drained();
  await eventually('nothing is left of what was deleted', () => countOrphans(dataDir) === 0);
  const remaining = await issues.list({ limit: 10 });
  await database.close();
  expect(await relay.terminate()).toBe(0);
  // One for each time that the one before was deleted; its number was never given again.
  expect(remaining.map(({ number }) => number)).toEqual([ROUNDS + 1]);
  expect(compareWithAcknowledged(dataDir, stream.acknowledged)).toEqual({
    missing: [],
    twice: [],
    miscounted: [],
  });
}, 120_000);

/** Keys without an issue, bodies without an event: read apart from the code under test. */
function countOrphans(dataDir: string): number {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readonly: true });
  try {
    return db
      .prepare(
        `SELECT (SELECT count(*) FROM grouping_keys WHERE issue_id IS NULL)
           + (SELECT count(*) FROM event_payloads WHERE id NOT IN (SELECT id FROM events))`,
      )
      .pluck()
      .get() as number;
  } finally {
    db.close();
  }
}
