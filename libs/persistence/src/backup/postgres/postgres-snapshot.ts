import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { toPostgresFault } from '../../dialect/postgres/postgres-faults.ts';
import { toConnectionConfig } from '../../dialect/postgres/postgres-pool.ts';
import { findUnknownMigration } from '../../released-migrations.ts';
import { DatabaseSnapshot } from '../database-snapshot.ts';
import type { DatabaseContents, ReportIdentity } from '../database-snapshot.ts';
import {
  countRows,
  listColumns,
  listMigrations,
  listOwnTables,
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

  override async hasInstallation(): Promise<boolean> {
    if (!(await this.hasTable('installation'))) return false;
    const { rows } = await this.ask(() => this.client.query('select 1 from installation'));
    return rows.length > 0;
  }

  override async hasKeyAmong(publicKeys: readonly string[]): Promise<boolean | undefined> {
    if (!(await this.hasTable('project_keys'))) return undefined;
    const { rows } = await this.ask(() =>
      this.client.query('select 1 from project_keys where public_key = any($1::text[]) limit 1', [
        publicKeys,
      ]),
    );
    return rows.length > 0;
  }

  override async findRecorded(
    reports: readonly ReportIdentity[],
  ): Promise<readonly ReportIdentity[] | undefined> {
    if (!(await this.hasTable('processed_reports'))) return undefined;
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
      const tables = await listOwnTables(client);
      const migrations = await listMigrations(client, tables);
      requireKnownSteps(migrations);
      const columns: Record<string, string[]> = {};
      for (const table of tables) {
        columns[table] = await listColumns(client, table);
        await this.copyTable(table, columns[table], join(folder, `${table}.copy`));
      }
      const rows = await countRows(client, tables);
      const sequences = await readSequences(client, tables);
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
    const file = createWriteStream(path, { flags: 'wx' });
    // What fails to be written names no file.
    file.on('error', (error) => void Object.assign(error, { path }));
    await pipeline(rows, file);
  }

  private async hasTable(name: string): Promise<boolean> {
    return (await this.ask(() => listTables(this.client))).includes(name);
  }

  private async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw isOfTheDisk(error) ? error : toPostgresFault(error);
    }
  }
}

/** Which tables a newer version has only that one knows. */
function requireKnownSteps(migrations: readonly string[]): void {
  const unknown = findUnknownMigration(migrations);
  if (unknown === undefined) return;
  throw new RangeError(
    `the database has the migration ${unknown}, which this version does not know: back it up with the newer one`,
  );
}

/** Not of the connection, which names no file. */
function isOfTheDisk(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).path !== undefined;
}
