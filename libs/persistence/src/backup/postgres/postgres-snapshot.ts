import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { toPostgresFault } from '../../dialect/postgres/postgres-faults.ts';
import { toConnectionConfig } from '../../dialect/postgres/postgres-pool.ts';
import { DatabaseSnapshot } from '../database-snapshot.ts';
import type { DatabaseContents, ReportIdentity } from '../database-snapshot.ts';
import {
  countRows,
  listColumns,
  listMigrations,
  listTables,
  quote,
  readSequences,
} from './postgres-tables.ts';

/** A transaction that reads, on a connection of its own. */
export class PostgresSnapshot extends DatabaseSnapshot {
  private constructor(private readonly client: Client) {
    super();
  }

  /** Rejects with `database.unavailable`. */
  static async open(databaseUrl: string): Promise<PostgresSnapshot> {
    const client = new Client(toConnectionConfig(databaseUrl));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query('set local idle_in_transaction_session_timeout = 0');
      await client.query('set local statement_timeout = 0');
      // The snapshot is taken with the first that is read.
      await client.query('select count(*) from pg_class');
      return new PostgresSnapshot(client);
    } catch (error) {
      await client.end().catch(() => {});
      throw toPostgresFault(error);
    }
  }

  override async findRecorded(
    reports: readonly ReportIdentity[],
  ): Promise<readonly ReportIdentity[] | undefined> {
    const tables = await this.ask(() => listTables(this.client));
    if (!tables.includes('processed_reports')) return undefined;
    const { rows } = await this.ask(() =>
      this.client.query<{ origin: string; id: string }>(
        `select origin, report_id as id from processed_reports
         where (origin, report_id) in (select * from unnest($1::text[], $2::bigint[]))`,
        [reports.map(({ origin }) => origin), reports.map(({ id }) => id)],
      ),
    );
    return rows.map(({ origin, id }) => ({ origin, id: Number(id) }));
  }

  override copyTo(folder: string): Promise<DatabaseContents> {
    return this.ask(async () => {
      const { client } = this;
      const tables = await listTables(client);
      const columns: Record<string, string[]> = {};
      for (const table of tables) {
        columns[table] = await listColumns(client, table);
        await this.copyTable(table, columns[table], join(folder, `${table}.copy`));
      }
      const [migrations, rows] = [
        await listMigrations(client, tables),
        await countRows(client, tables),
      ];
      const sequences = await readSequences(client);
      return { kind: 'postgres', migrations, rows, columns, sequences };
    });
  }

  override async close(): Promise<void> {
    await this.client.end().catch(() => {});
  }

  private async copyTable(table: string, columns: readonly string[], path: string): Promise<void> {
    const names = columns.map(quote).join(', ');
    const rows = this.client.query(
      copyTo(`copy ${quote(table)} (${names}) to stdout (format binary)`),
    );
    await pipeline(rows, createWriteStream(path, { flags: 'wx' }));
  }

  private async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw isOfTheDisk(error) ? error : toPostgresFault(error);
    }
  }
}

/** Not of the connection: opening names the file, writing to one names nothing. */
function isOfTheDisk(error: unknown): boolean {
  const { path, code = '' } = error as NodeJS.ErrnoException;
  return path !== undefined || ['ENOSPC', 'EDQUOT', 'EIO'].includes(code);
}
