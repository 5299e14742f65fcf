import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { toPostgresFault } from '../../dialect/postgres/postgres-faults.ts';
import { prepareConnection, toConnectionConfig } from '../../dialect/postgres/postgres-pool.ts';
import type { OwnSchema } from '../../own-schema.ts';
import { requireReleased } from '../../released-migrations.ts';
import type { DatabaseContents, DatabaseCopy } from '../database-copy.ts';
import {
  countRows,
  listColumns,
  listMigrations,
  listNames,
  listOwnTables,
  quote,
  readSequences,
} from './postgres-tables.ts';

export async function copyPostgres(
  databaseUrl: string,
  folder: string,
  own: OwnSchema,
): Promise<DatabaseCopy> {
  const client = new Client(toConnectionConfig(databaseUrl));
  client.on('error', () => {});
  try {
    await client.connect();
    await prepareConnection(client);
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    const tables = await listOwnTables(client, own.tables);
    const migrations = await listMigrations(client, tables);
    // This check must come before the copy, because this version cannot list the tables of a newer
    // database.
    requireReleased(migrations, own.migrations);
    return {
      contents: await copyTables(client, { tables, migrations }, folder),
      keys: await listKeys(client, tables),
    };
  } catch (error) {
    throw isOfTheDisk(error) ? error : toPostgresFault(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyTables(
  client: Client,
  { tables, migrations }: Readonly<Record<'tables' | 'migrations', readonly string[]>>,
  folder: string,
): Promise<DatabaseContents> {
  const columns: Record<string, string[]> = {};
  for (const table of tables) {
    columns[table] = await listColumns(client, table);
    const text = `copy ${quote(table)} (${columns[table].map(quote).join(', ')}) to stdout (format binary)`;
    const path = join(folder, `${table}.copy`);
    const file = createWriteStream(path, { flags: 'wx' });
    // Write errors of a stream do not name the file.
    file.on('error', (error) => void Object.assign(error, { path }));
    await pipeline(client.query(copyTo(text)), file);
  }
  const rows = await countRows(client, tables);
  const sequences = await readSequences(client, tables);
  return { kind: 'postgres', migrations, rows, columns, sequences };
}

async function listKeys(client: Client, tables: readonly string[]): Promise<string[] | undefined> {
  const list = async (table: string, column: string): Promise<string[]> =>
    tables.includes(table) ? listNames(client, `select ${column} as name from ${table}`) : [];
  const installations = await list('installation', 'id');
  return installations.length === 0 ? undefined : list('project_keys', 'public_key');
}

function isOfTheDisk(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).path !== undefined;
}
