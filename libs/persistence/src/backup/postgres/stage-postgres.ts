import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createPostgresDialect } from '../../dialect/postgres/postgres-dialect.ts';
import { toPostgresFault } from '../../dialect/postgres/postgres-faults.ts';
import { takePostgresLock } from '../../dialect/postgres/postgres-migration-lock.ts';
import { toConnectionConfig } from '../../dialect/postgres/postgres-pool.ts';
import type { OwnSchema } from '../../own-schema.ts';
import { makeSchema } from '../../released-migrations.ts';
import type { Schema } from '../../schema.ts';
import { requireSameRows } from '../contents-check.ts';
import type { DatabaseContents } from '../database-copy.ts';
import type { StagedDatabase } from '../staged-database.ts';
import { countRows, listTables, quote } from './postgres-tables.ts';

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Creates and fills the tables in one transaction, under the migration lock, so that no table is
 * visible before `commit`. Runs only the migrations that the backup lists. Rejects with a
 * RangeError when the database has tables, and with `database.unavailable`.
 */
export async function stagePostgres(
  { databaseUrl, folder }: { databaseUrl: string; folder: string },
  contents: DatabaseContents,
  own: OwnSchema,
): Promise<StagedDatabase> {
  const client = new Client(toConnectionConfig(databaseUrl));
  client.on('error', () => {});
  const end = () => client.end().catch(() => {});
  try {
    await takePostgresLock(client);
    await client.query('set local statement_timeout = 0');
    const tables = await listTables(client);
    if (tables.length > 0) throw new RangeError('the database that DATABASE_URL names has tables');
    const dialect = createPostgresDialect(databaseUrl);
    await makeSchema(over(client), dialect, contents.migrations, own.migrations);
    await fill(client, folder, contents);
    requireSameRows(contents.rows, await countRows(client, await listTables(client)));
  } catch (error) {
    await end();
    throw toStagingFault(error);
  }
  return {
    commit: async () => {
      try {
        await client.query('commit');
      } catch (error) {
        throw toPostgresFault(error);
      } finally {
        await end();
      }
    },
    abandon: end,
  };
}

/**
 * Drops the foreign keys, fills the tables, and adds the foreign keys again. Tables refer to one
 * another, so no order of filling satisfies all foreign keys.
 */
async function fill(client: Client, folder: string, contents: DatabaseContents): Promise<void> {
  const tables = Object.keys(contents.rows);
  const { rows: constraints } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of constraints) {
    await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  }
  // Removes the rows that some migrations insert.
  if (tables.length > 0) await client.query(`truncate ${tables.map(quote).join(', ')}`);
  for (const table of tables) {
    const names = (contents.columns?.[table] ?? []).map(quote).join(', ');
    const rows = client.query(
      copyFrom(`copy ${quote(table)} (${names}) from stdin (format binary)`),
    );
    await pipeline(createReadStream(join(folder, `${table}.copy`)), rows);
  }
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
  }
  for (const [sequence, value] of Object.entries(contents.sequences ?? {})) {
    await client.query('select setval($1::regclass, $2)', [quote(sequence), value]);
  }
}

function over(client: Client): Kysely<Schema> {
  const connection = {
    query: (text: string, values: unknown[]) => client.query(text, values),
    release: () => undefined,
  };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: () => Promise.resolve(connection), end: () => Promise.resolve() } as never,
    }),
  });
}

function toStagingFault(error: unknown): unknown {
  if (error instanceof RangeError) return error;
  return (error as NodeJS.ErrnoException).path === undefined ? toPostgresFault(error) : error;
}
