import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { createFileFault } from './sqlite-faults.ts';
import { findFileId } from './find-file-id.ts';
import { ReadingThread } from './reading-thread.ts';

/** Reads by a thread of its own, and has no transactions: each statement sees what is committed when it runs. */
export class SqliteReadingDriver implements Driver, DatabaseConnection {
  readonly #file: string;
  #thread: ReadingThread;
  #fileId: string | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#thread = new ReadingThread(file);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    await this.#follow();
    return { rows: (await this.#thread.ask(sql, parameters)) as R[] };
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
    return this.#thread.end();
  }

  /** To the file that is in place now: the other connection tells when that is not the one it began with. */
  async #follow(): Promise<void> {
    const fileId = findFileId(this.#file);
    if (fileId === undefined) throw createFileFault(this.#file, 'the file is gone');
    if (this.#fileId === fileId) return;
    const before = this.#fileId === undefined ? undefined : this.#thread;
    this.#fileId = fileId;
    if (!before) return;
    this.#thread = new ReadingThread(this.#file);
    await before.end();
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new TypeError('A connection that reads has no transactions.'));
}
