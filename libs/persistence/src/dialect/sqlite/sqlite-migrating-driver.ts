import { SqliteThread } from '#sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { toSqliteFault } from './sqlite-faults.ts';
import { BUSY_TIMEOUT_MS, connectionPragmas, openSqliteFile } from './sqlite-file.ts';

/**
 * Migrates by a thread of its own: reports are taken meanwhile, however long a statement takes. One statement runs at a
 * time, and results say nothing of how many rows were changed.
 */
export class SqliteMigratingDriver implements Driver, DatabaseConnection {
  readonly #file: string;
  readonly #thread: SqliteThread;

  constructor(file: string) {
    this.#file = file;
    const begin = connectionPragmas.map((pragma) => `pragma ${pragma}`);
    this.#thread = new SqliteThread(file, { timeoutMs: BUSY_TIMEOUT_MS, begin });
  }

  /** Makes the file, and brings it into the mode that outlives connections. */
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
    // A full disk has rolled back by itself, and then this fails.
    await this.#ask('rollback').catch(() => undefined);
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#thread.end();
  }

  async #ask(sql: string, parameters: readonly unknown[] = []): Promise<unknown[]> {
    try {
      return await this.#thread.ask(sql, parameters);
    } catch (error) {
      throw toSqliteFault(error, this.#file);
    }
  }
}
