import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import { Client } from 'pg';
import type { DatabaseConfig, DatabaseKind } from '#persistence';
import { createMigratedDatabase } from '#product/testing';
import { readRelayConfig } from '../src/config/relay-config.ts';
import { createRelay } from '../src/create-relay.ts';
import { toStartFault } from '../src/start-fault.ts';
import { openSpool } from './support/opened-spool.ts';
import { RelayProcess } from './support/relay-process.ts';

const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work();
});

async function createConfig(kind: DatabaseKind): Promise<DatabaseConfig> {
  const { config, remove } = await createMigratedDatabase(kind);
  cleanUp.push(remove);
  return config;
}

async function run({ dataDir, databaseUrl }: DatabaseConfig, statement: string): Promise<void> {
  if (databaseUrl === undefined) {
    const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'));
    db.exec(statement);
    db.close();
    return;
  }
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

function makeSpool({ dataDir }: DatabaseConfig, version: number): void {
  const folder = join(dataDir, 'spool', 'zz');
  mkdirSync(folder, { recursive: true });
  const { file } = openSpool(folder, {}, 'zz');
  file.db.pragma(`user_version = ${version}`);
  file.close();
}

function readFolder(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

type Case = [string, (config: DatabaseConfig) => unknown, RegExp];

const cases: readonly Case[] = [
  [
    'a database that a newer version wrote',
    (config) =>
      run(config, "INSERT INTO migrations_product (name, timestamp) VALUES ('9999-later', '')"),
    /^The database was written by a newer version .* product\/9999-later/,
  ],
  [
    'a database that a development state made',
    (config) =>
      run(
        config,
        "UPDATE migrations_product SET name = '0001-projects' WHERE name = '0001-create-projects'",
      ),
    /^A development version .* made this database, .* Start with a new DATA_DIR or an empty database/,
  ],
  [
    'a spool that a newer version wrote',
    (config) => makeSpool(config, 99),
    /^the spool .*\/spool\/zz\/spool\.sqlite was written by a newer version .* 99/,
  ],
  [
    'a spool that a development state made',
    (config) => makeSpool(config, 13),
    /^a development version .* made the spool .*\/spool\/zz\/spool\.sqlite, .* start with a new DATA_DIR/,
  ],
];

describe.each(['sqlite', 'postgres'] as const)('a relay on %s', (kind) => {
  it.each(cases)('refuses %s, and changes nothing', async (_, make, line) => {
    const database = await createConfig(kind);
    const { dataDir, databaseUrl } = database;
    await make(database);
    const before = readFolder(dataDir);
    const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const config = readRelayConfig({ DATA_DIR: dataDir, RELAY_PORT: '0', ...url });
    const fault = await createRelay(config).then(() => 'It began.', toStartFault);
    expect(fault).toMatch(line);
    expect(fault).not.toContain('\n');
    expect(readFolder(dataDir)).toEqual(before);
  });
});

it('a supervised relay refuses unknown data once, in one line', async () => {
  const config = await createConfig('sqlite');
  makeSpool(config, 99);
  const relay = new RelayProcess({ dataDir: config.dataDir, port: 0, isSupervised: true });
  expect(await relay.exitCode()).toBe(1);
  expect(relay.printed).toMatch(/^relay: the spool .+ was written by a newer version .+\n$/);
  expect(relay.printed.trim().split('\n')).toHaveLength(1);
});
