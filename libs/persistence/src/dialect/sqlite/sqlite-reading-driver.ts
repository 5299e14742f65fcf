import { SqliteThread } from '#sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { toPortableParameters } from '../../statements/portable-text.ts';
import { createFileFault, toSqliteFault } from './sqlite-faults.ts';
import { BUSY_TIMEOUT_MS } from './sqlite-file.ts';
import { findFileId } from './find-file-id.ts';

/**
 * Reads on a separate thread, without transactions: each statement sees what is committed when it
 * runs.
 */
export class SqliteReadingDriver implements Driver, DatabaseConnection {
  readonly #file: string;
  #reader: SqliteThread;
  #fileId: string | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#reader = new SqliteThread(file, { timeoutMs: BUSY_TIMEOUT_MS });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    await this.#follow();
    try {
      return { rows: (await this.#reader.ask(sql, toPortableParameters(parameters))) as R[] };
    } catch (error) {
      throw toSqliteFault(error, this.#file);
    }
  }

  // eslint-disable-next-line require-yield -- the interface asks for it; nothing here streams rows.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed from SQLite.');
  }

  beginTransaction(): Promise<void> {
    return refuse();
  }

  commitTransaction(): Promise<void> {
    return refuse();
  }

  rollbackTransaction(): Promise<void> {
    return refuse();
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#reader.end();
  }

  /**
   * Switches to the file that is in place now. The other connection, which serves and writes,
   * reports that the file was replaced.
   */
  async #follow(): Promise<void> {
    const fileId = findFileId(this.#file);
    if (fileId === undefined) throw createFileFault(this.#file, 'the file is gone');
    if (this.#fileId === fileId) return;
    const before = this.#fileId === undefined ? undefined : this.#reader;
    this.#fileId = fileId;
    if (!before) return;
    this.#reader = new SqliteThread(this.#file, { timeoutMs: BUSY_TIMEOUT_MS });
    await before.end();
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new TypeError('A connection that reads has no transactions.'));
}
