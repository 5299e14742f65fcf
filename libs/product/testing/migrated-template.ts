import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConfig, DatabaseKind, MigrationSet } from '#persistence/stores';
import { openDatabase } from '../open-database.ts';
import { asAdministrator, toDatabaseUrl, createTestDatabase } from '#persistence/testing';
import type { TestDatabase } from '#persistence/testing';

const EVERY_SET: readonly MigrationSet[] = ['platform', 'product'];

/**
 * Id of the run of tests, which the global set-up sets. A template from another run may have
 * another schema.
 */
const RUN = process.env['ERRATA_SPECS_RUN'] ?? `alone_${process.pid}`;
const NAME = `spec_template_${RUN}`;
/** Key of a PostgreSQL advisory lock. Any number works that no other code uses. */
const LOCK = 7_031_904;

const templates: Partial<Record<DatabaseKind, Promise<DatabaseConfig>>> = {};

export async function createMigratedDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return createTestDatabase(kind, await (templates[kind] ??= findMigratedTemplate(kind)));
}

/**
 * Returns a closed database with the whole schema, which tests copy. The first caller of a run
 * creates it.
 */
export async function findMigratedTemplate(kind: DatabaseKind): Promise<DatabaseConfig> {
  const dataDir = join(tmpdir(), NAME);
  if (kind === 'sqlite') return makeSqliteTemplate(dataDir);
  await asAdministrator(async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME]);
    if (rowCount === 1) return;
    const unfinished = `${NAME}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template template0`);
    await migrate({ dataDir: tmpdir(), databaseUrl: toDatabaseUrl(unfinished) });
    await client.query(`alter database ${unfinished} rename to ${NAME}`);
  });
  return { dataDir: tmpdir(), databaseUrl: toDatabaseUrl(NAME) };
}

/**
 * Makes the template as a folder. Several test processes may do so at once; the first to finish
 * wins.
 */
async function makeSqliteTemplate(dataDir: string): Promise<DatabaseConfig> {
  if (existsSync(dataDir)) return { dataDir };
  const making = mkdtempSync(`${dataDir}-`);
  const made = join(making, 'made');
  mkdirSync(made);
  await migrate({ dataDir: made });
  try {
    renameSync(made, dataDir);
  } catch (error) {
    if (!existsSync(dataDir)) throw error;
  } finally {
    rmSync(making, { recursive: true });
  }
  return { dataDir };
}

async function migrate(config: DatabaseConfig): Promise<void> {
  const database = openDatabase(config);
  try {
    await database.migrate(EVERY_SET);
  } finally {
    await database.close();
  }
}
