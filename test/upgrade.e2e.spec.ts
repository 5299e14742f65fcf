import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { openDatabase } from '#product';
import type { DatabaseConfig, DatabaseKind } from '#persistence';
import { createTestDatabase } from '#persistence/testing';
import { Client } from 'pg';
import { Program, stopAll } from '../scripts/support/program.mjs';
import { findFreePorts } from './support/free-ports.ts';

const LATER = "INSERT INTO migrations_product (name, timestamp) VALUES ('9999-later', '')";
const NEWER_DATABASE =
  'The database was written by a newer version of Errata. ' +
  'It has the migration product/9999-later, which this version does not know.';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-upgrade-'));
});

afterEach(async () => {
  await stopAll('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(entry: string, { dataDir, databaseUrl }: DatabaseConfig): Promise<Program> {
  const [port, relayPort] = (await findFreePorts(2)) as [number, number];
  return new Program([process.execPath, entry], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      PORT: String(port),
      RELAY_PORT: String(relayPort),
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
}

/** Runs `work` with a database that has run a migration step of a later version. */
async function withNewerDatabase(
  kind: DatabaseKind,
  work: (config: DatabaseConfig) => Promise<void>,
): Promise<void> {
  const { config, remove } = await createTestDatabase(kind);
  try {
    const database = openDatabase(config);
    await database.migrate(['platform', 'product']);
    await database.close();
    await addLaterStep(config);
    await work(config);
  } finally {
    await remove();
  }
}

async function addLaterStep({ dataDir, databaseUrl }: DatabaseConfig): Promise<void> {
  if (databaseUrl === undefined) {
    const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'));
    db.exec(LATER);
    db.close();
    return;
  }
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(LATER);
  await client.end();
}

describe('a database that a newer version wrote', () => {
  it.each([
    ['sqlite', 'the renderer', 'dist/apps/renderer/src/main.js', 'renderer: '],
    ['postgres', 'the renderer', 'dist/apps/renderer/src/main.js', 'renderer: '],
    [
      'sqlite',
      'the supervisor of the renderer',
      'dist/apps/renderer/src/supervised.js',
      'renderer: ',
    ],
    ['sqlite', 'npm start', 'scripts/start.mjs', 'errata: '],
    ['postgres', 'npm start', 'scripts/start.mjs', 'errata: '],
  ] as const)('kept in %s makes %s end with one line', async (kind, _, entry, who) => {
    await withNewerDatabase(kind, async (config) => {
      const command = await start(entry, config);
      expect(await command.untilEnded()).toBe(1);
      expect(command.errors).toBe(`${who}${NEWER_DATABASE}\n`);
    });
  });
});

describe('a spool that a newer version wrote', () => {
  it('makes npm start end with one line', async () => {
    const spool = join(folder, 'spool', 'newer');
    await mkdir(spool, { recursive: true });
    const db = new SqliteDatabase(join(spool, 'spool.sqlite'));
    db.pragma('journal_mode = WAL');
    db.pragma('user_version = 99');
    db.close();
    const command = await start('scripts/start.mjs', { dataDir: folder });
    expect(await command.untilEnded()).toBe(1);
    expect(command.errors).toMatch(
      /^errata: the spool .*\/newer\/spool\.sqlite was written by a newer version of Errata: it has version 99, this one knows \d+\n$/,
    );
  });
});
