import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { Client } from 'pg';
import { createStores, openDatabase } from '#persistence';
import type { DatabaseConfig, DatabaseKind } from '#persistence';
import { createTestDatabase, migrateToEarlier } from '#persistence/testing';
import { eventually } from '../../../test/support/eventually.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { firstSpoolVersion } from './support/first-spool-version.ts';
import { RelayProcess } from './support/relay-process.ts';

const KEY = 'upgradespec';
const ORIGIN = '0123456789abcdef';
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work();
});

async function createConfig(kind: DatabaseKind): Promise<DatabaseConfig> {
  const { config, remove } = await createTestDatabase(kind);
  cleanUp.push(remove);
  return config;
}

function toEnv({ databaseUrl }: DatabaseConfig): Record<string, string> {
  return {
    ERRATA_PROJECTS: `app=1:${KEY}`,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

async function withDatabase<Result>(
  config: DatabaseConfig,
  work: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function findEvents(config: DatabaseConfig, eventIds: readonly string[]): Promise<number> {
  return withDatabase(config, async (database) => {
    const { issues, events } = createStores(database);
    const [issue] = await issues.list({ limit: 10 });
    const found = await Promise.all(eventIds.map((id) => events.find(issue?.id ?? 0, id)));
    return found.filter((event) => event !== undefined).length;
  });
}

function openSpool({ dataDir }: DatabaseConfig, name: string): SqliteDatabase {
  const folder = join(dataDir, 'spool', name);
  mkdirSync(folder, { recursive: true });
  return new SqliteDatabase(join(folder, 'spool.sqlite'));
}

/** Reports that a relay of the first version took and had no time to process. */
function leaveReports(config: DatabaseConfig, eventIds: readonly string[]): void {
  const spool = openSpool(config, 'old');
  spool.exec(firstSpoolVersion);
  spool.prepare('INSERT INTO origins VALUES (1, ?)').run(ORIGIN);
  spool.prepare("INSERT INTO project_keys VALUES (?, 1, 'app', 1)").run(KEY);
  const insert = spool.prepare(
    'INSERT INTO reports (origin, project_id, event_id, received_at_ms, body) VALUES (?, 1, ?, ?, ?)',
  );
  for (const eventId of eventIds) {
    insert.run(ORIGIN, eventId, Date.now(), Buffer.from(createEnvelope({ eventId })));
  }
  spool
    .prepare("INSERT INTO failed_reports VALUES (90, ?, 1, NULL, ?, 'no JSON', ?)")
    .run(ORIGIN, Date.now(), Buffer.from('an old body'));
  spool.close();
}

/** What failed before: it is in the database, and its spool has let go of it. */
async function expectMovedFailure(config: DatabaseConfig): Promise<void> {
  const secret = readFileSync(join(config.dataDir, 'secret'), 'utf8').trim();
  await withDatabase(config, async (database) => {
    const { failedReports } = createStores(database, { secret });
    const list = () => failedReports.list({ limit: 9 });
    await eventually('the move', async () => (await list()).length > 0);
    const [report, ...others] = await list();
    expect(report).toMatchObject({ origin: ORIGIN, reportId: 90, reason: 'no JSON' });
    expect(others).toEqual([]);
    expect(String(await failedReports.readBody(report!.id))).toBe('an old body');
  });
}

function countLeftIn(spool: SqliteDatabase): unknown {
  const count = spool.prepare('SELECT count(*) FROM reports').pluck().get();
  spool.close();
  return count;
}

/** Every file, with a hash of what it holds. */
function readFolder(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

async function expectRefusal(config: DatabaseConfig, line: RegExp, isSupervised = false) {
  const before = readFolder(config.dataDir);
  const { dataDir } = config;
  const relay = new RelayProcess({ dataDir, port: 0, env: toEnv(config), isSupervised });
  expect(await relay.exitCode()).toBe(1);
  expect(relay.output).toMatch(line);
  expect(relay.output.trim().split('\n')).toHaveLength(1);
  expect(readFolder(dataDir)).toEqual(before);
}

describe.each(['sqlite', 'postgres'] as const)('a relay on %s', (kind) => {
  it.each(['0004', '0009', '0013'])(
    'migrates a database of up to %s and a spool of the first version, and processes what waits in it, once, with what failed',
    async (last) => {
      const config = await createConfig(kind);
      await withDatabase(config, (database) => migrateToEarlier(database, last));
      const eventIds = [createEventId(), createEventId(), createEventId()];
      leaveReports(config, eventIds);
      const relay = await RelayProcess.start({ dataDir: config.dataDir, env: toEnv(config) });
      await relay.drained();
      await expectMovedFailure(config);
      expect(await relay.terminate()).toBe(0);
      expect(countLeftIn(openSpool(config, 'old'))).toBe(0);
      expect(await findEvents(config, eventIds)).toBe(eventIds.length);
      const ran = await withDatabase(config, (one) => one.migrate(['platform', 'product']));
      expect(ran).toEqual([]);
    },
  );

  it('refuses a database that a newer version wrote, and changes nothing', async () => {
    const config = await createConfig(kind);
    const first = await RelayProcess.start({ dataDir: config.dataDir, env: toEnv(config) });
    expect(await first.terminate()).toBe(0);
    await addLaterMigration(config);
    const line = /^relay: The database was written by a newer version .* product\/9999-later/;
    await expectRefusal(config, line);
    await expectRefusal(config, line, true);
  });

  it('refuses a spool that a newer version wrote, and brings no other up to date', async () => {
    const config = await createConfig(kind);
    leaveReports(config, [createEventId()]);
    const spool = openSpool(config, 'zz');
    spool.exec(firstSpoolVersion);
    spool.pragma('journal_mode = WAL');
    spool.pragma('user_version = 99');
    spool.close();
    const line =
      /^relay: the spool .*\/spool\/zz\/spool\.sqlite was written by a newer version .* 99/;
    await expectRefusal(config, line);
    await expectRefusal(config, line, true);
  });
});

async function addLaterMigration(config: DatabaseConfig): Promise<void> {
  const statement = "INSERT INTO migrations_product (name, timestamp) VALUES ('9999-later', '')";
  if (config.databaseUrl === undefined) {
    const db = new SqliteDatabase(join(config.dataDir, 'errata.sqlite'));
    db.exec(statement);
    db.close();
    return;
  }
  const client = new Client(config.databaseUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}
