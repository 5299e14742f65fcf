import type { Driver } from 'kysely';
import { SqliteConnection } from './sqlite-connection.ts';
import { openSqliteFile } from './sqlite-file.ts';

/**
 * Replaces Kysely's SQLite driver, which begins transactions without the write lock, blocks the
 * thread while it waits, and prepares every statement anew.
 */
export class SqliteDriver implements Driver {
  readonly #file: string;
  #connection: SqliteConnection | undefined;
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#connection = new SqliteConnection(await openSqliteFile(this.#file));
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#connection) throw new Error('The SQLite driver is not initialised.');
    const { promise: released, resolve: release } = createGate();
    const free = this.#free;
    this.#free = released;
    await free;
    this.#release = release;
    return this.#connection;
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async destroy(): Promise<void> {
    await this.#free;
    this.#connection?.close();
  }
}

function createGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
