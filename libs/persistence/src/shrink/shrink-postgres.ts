import { Client } from 'pg';
import { listOwnTables, quote } from '../backup/postgres/postgres-tables.ts';
import { toPostgresFault } from '../dialect/postgres/postgres-faults.ts';
import { prepareConnection, toConnectionConfig } from '../dialect/postgres/postgres-pool.ts';
import { createDatabaseInUseError, type Shrinking } from './shrinking.ts';

/**
 * Rewrites one table at a time, so that the disk needs free space only for the largest table.
 * Leaves tables of other applications alone.
 */
export async function shrinkPostgres(
  databaseUrl: string,
  own: ReadonlySet<string>,
): Promise<Shrinking> {
  const client = new Client(toConnectionConfig(databaseUrl));
  client.on('error', () => {});
  try {
    await client.connect();
    await prepareConnection(client);
    await client.query('set statement_timeout = 0');
    if (await isUsed(client)) throw createDatabaseInUseError();
    const tables = await listOwnTables(client, own);
    const beforeBytes = await measure(client, tables);
    for (const table of tables) await client.query(`vacuum (full, analyze) ${quote(table)}`);
    return { beforeBytes, afterBytes: await measure(client, tables) };
  } catch (error) {
    throw error instanceof RangeError ? error : toPostgresFault(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Finds services by the application name that every connection of Errata has. */
async function isUsed(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name = current_setting('application_name')`,
  );
  return rows.length > 0;
}

async function measure(client: Client, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_total_relation_size(name::regclass)), 0) as bytes
     from unnest($1::text[]) as name`,
    [tables.map(quote)],
  );
  return Number(rows[0]?.bytes);
}
