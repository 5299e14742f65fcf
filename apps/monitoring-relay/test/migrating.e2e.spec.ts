import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { eventually } from '../../../test/support/eventually.ts';
import { asReader } from '../../../test/support/metrics.ts';
import { RelayProcess } from './support/relay-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

async function readProblems({ url }: RelayProcess): Promise<string[]> {
  const answer = await fetch(`${url}/health/ready`, { headers: asReader });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { problems: string[] }).problems;
}

async function prepareFolder() {
  const dataDir = createTemporaryFolder();
  const first = await RelayProcess.start({ dataDir });
  expect(await first.terminate()).toBe(0);
  const lock = new SqliteDatabase(join(dataDir, 'migrate.lock'));
  lock.exec('BEGIN EXCLUSIVE');
  return { dataDir, lock };
}

it('a relay takes reports while another process migrates, and processes them afterwards', async () => {
  const { dataDir, lock } = await prepareFolder();
  const relay = await RelayProcess.start({ dataDir });
  expect((await relay.send()).status).toBe(200);
  expect(await readProblems(relay)).toEqual([
    'The database does not answer; reports wait in the spool.',
  ]);
  lock.close();
  await relay.drained();
  await eventually('no problem', async () => (await readProblems(relay)).length === 0);
  expect(await relay.terminate()).toBe(0);
});

it('a relay stops at once on request while another process migrates', async () => {
  const { dataDir, lock } = await prepareFolder();
  const relay = await RelayProcess.start({ dataDir });
  expect(await relay.terminate()).toBe(0);
  lock.close();
});

it('a relay ends when another process migrates the database to a newer version', async () => {
  const { dataDir, lock } = await prepareFolder();
  const relay = await RelayProcess.start({ dataDir });
  expect((await relay.send()).status).toBe(200);
  const database = new SqliteDatabase(join(dataDir, 'errata.sqlite'));
  database.exec("INSERT INTO migrations_product (name, timestamp) VALUES ('9999-later', '')");
  database.close();
  lock.close();
  expect(await relay.exitCode()).toBe(1);
  expect(relay.printed).toContain('written by a newer version');
});
