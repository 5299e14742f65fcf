import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { DatabaseConfig, DatabaseKind } from '../database.ts';
import { connectAsAdministrator, toDatabaseUrl } from './administrator.ts';

export interface TestDatabase {
  readonly config: DatabaseConfig;
  remove(): Promise<void>;
}

/**
 * Creates an empty database, or a copy of the closed `template`. PostgreSQL needs
 * `ERRATA_TEST_POSTGRES_URL`, which the tests' global set-up provides.
 */
export async function createTestDatabase(
  kind: DatabaseKind,
  template?: DatabaseConfig,
): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errata-spec-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (kind === 'sqlite') {
    if (template) await copySqliteFile(template.dataDir, dataDir);
    return { config: { dataDir }, remove: removeFolder };
  }
  const { databaseUrl, drop } = await createPostgresDatabase(template?.databaseUrl);
  return {
    config: { dataDir, databaseUrl },
    remove: async () => {
      await drop();
      await removeFolder();
    },
  };
}

/** Copying the file is enough, because the write-ahead log disappears with the last connection. */
function copySqliteFile(from: string, to: string): Promise<void> {
  return copyFile(join(from, 'errata.sqlite'), join(to, 'errata.sqlite'));
}

async function createPostgresDatabase(
  templateUrl: string | undefined,
): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const name = `spec_${randomBytes(8).toString('hex')}`;
  const template = templateUrl === undefined ? 'template0' : nameOf(templateUrl);
  // One connection creates and drops, because PostgreSQL starts a process for each.
  const client = await connectAsAdministrator();
  await client.query(`create database ${name} template ${template}${await chooseStrategy(client)}`);
  return {
    databaseUrl: toDatabaseUrl(name),
    drop: async () => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}

/**
 * Copying files takes half the time of copying through the log, which is the default from
 * PostgreSQL 15 on.
 */
async function chooseStrategy(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  return (rows[0]?.version ?? 0) >= 150_000 ? ' strategy file_copy' : '';
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}
