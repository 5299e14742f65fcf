import { SqliteThread } from '#sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { toPortableParameters } from '../../statements/portable-text.ts';
import { toSqliteFault } from './sqlite-faults.ts';
import { BUSY_TIMEOUT_MS, connectionPragmas, openSqliteFile } from './sqlite-file.ts';

/**
 * Migrates on a separate thread, so that the process can accept reports meanwhile. Runs one
 * statement at a time and does not report the number of changed rows.
 */
export class SqliteMigratingDriver implements Driver, DatabaseConnection {
  readonly #file: string;
  readonly #thread: SqliteThread;

  constructor(file: string) {
    this.#file = file;
    const begin = connectionPragmas.map((pragma) => `pragma ${pragma}`);
    this.#thread = new SqliteThread(file, { timeoutMs: BUSY_TIMEOUT_MS, begin });
  }

  /** Puts the file into WAL mode, which stays when this connection closes. */
  async init(): Promise<void> {
    (await openSqliteFile(this.#file)).close();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#ask(sql, parameters)) as R[] };
  }

  // eslint-disable-next-line require-yield -- the interface asks for it; nothing here streams rows.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed from SQLite.');
  }

  async beginTransaction(): Promise<void> {
    await this.#ask('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    await this.#ask('commit');
  }

  async rollbackTransaction(): Promise<void> {
    // The rollback fails when SQLite has already rolled the transaction back because the disk is
    // full.
    await this.#ask('rollback').catch(() => undefined);
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#thread.end();
  }

  async #ask(sql: string, parameters: readonly unknown[] = []): Promise<unknown[]> {
    try {
      return await this.#thread.ask(sql, toPortableParameters(parameters));
    } catch (error) {
      throw toSqliteFault(error, this.#file);
    }
  }
}
