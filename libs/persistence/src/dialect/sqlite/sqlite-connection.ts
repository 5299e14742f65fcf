import type { SqliteDatabase, SqliteStatement } from '#sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { toPortableParameters } from '../../statements/portable-text.ts';
import { BUSY_TIMEOUT_MS } from './sqlite-file.ts';
import { waitWhileBusy } from './busy-wait.ts';
import { findFileId } from './find-file-id.ts';
import { createFileFault, toSqliteFault } from './sqlite-faults.ts';

const PREPARED_STATEMENTS = 100;
const PRAGMA = /^\s*pragma\b/i;
/** Other statements may write, also those that begin with `with` or return rows. */
const READS_ALONE = /^\s*select\b/i;
/** How long reads rely on the last check of the file, because a page has some 25 of them. */
const IN_PLACE_MS = 100;

export class SqliteConnection implements DatabaseConnection {
  readonly #db: SqliteDatabase;
  readonly #prepared = new Map<string, SqliteStatement>();
  readonly #fileId: string | undefined;
  #isLogGivenUp = false;
  #inPlaceAtMs = -Infinity;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#fileId = findFileId(db.name);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#requireInPlaceFor(sql);
    return this.#translateFaults(() => {
      const statement = this.#prepare(sql);
      const portable = toPortableParameters(parameters);
      // Some pragmas report no columns, but do their work only while rows are read.
      const hasRows = statement.columns.length > 0 || PRAGMA.test(sql);
      if (hasRows) return { rows: statement.all(...portable) as R[] };
      const { changes, lastInsertRowid } = statement.run(...portable);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  }

  /**
   * Takes the write lock at once. A transaction that reads first cannot get the lock any more when
   * another process has written meanwhile (SQLITE_BUSY_SNAPSHOT).
   */
  async begin(): Promise<void> {
    this.#requireInPlace();
    try {
      this.#db.exec('pragma busy_timeout = 0');
      await waitWhileBusy(() => this.#db.exec('begin immediate'), BUSY_TIMEOUT_MS);
    } catch (error) {
      throw toSqliteFault(error, this.#db.name);
    } finally {
      this.#db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  commit(): void {
    this.#requireInPlace();
    this.#translateFaults(() => this.#db.exec('commit'));
  }

  rollback(): void {
    // SQLite rolls the transaction back itself when the disk is full.
    if (this.#db.isInTransaction) this.#translateFaults(() => this.#db.exec('rollback'));
  }

  // eslint-disable-next-line require-yield -- the interface asks for it; nothing here streams rows.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed from SQLite.');
  }

  close(): void {
    this.#prepared.clear();
    this.#db.close();
  }

  /** `begin` and `commit` check for the statements of a transaction. */
  #requireInPlaceFor(sql: string): void {
    const isTrusted = performance.now() - this.#inPlaceAtMs < IN_PLACE_MS;
    const isChecked = this.#db.isInTransaction || (isTrusted && READS_ALONE.test(sql));
    if (!isChecked) this.#requireInPlace();
  }

  /**
   * Throws `database.unavailable` when the path no longer names the open file, because writes would
   * go to a file that nobody reads. The fault lasts until the file is back or the process restarts.
   * Meanwhile the new file cannot be opened, because SQLite would use one write-ahead log for both
   * files.
   */
  #requireInPlace(): void {
    const fileId = findFileId(this.#db.name);
    if (fileId === this.#fileId) {
      this.#isLogGivenUp = false;
      this.#inPlaceAtMs = performance.now();
      return;
    }
    this.#inPlaceAtMs = -Infinity;
    this.#giveUpLog();
    const reason =
      fileId === undefined
        ? 'the file is gone'
        : 'the file was replaced while it was open; start Errata again to use the new one';
    throw createFileFault(this.#db.name, reason);
  }

  /**
   * Moves the write-ahead log into the open file and empties the log. Otherwise SQLite would apply
   * the log to the new file at this path.
   */
  #giveUpLog(): void {
    if (this.#isLogGivenUp) return;
    this.#db.exec('pragma busy_timeout = 0');
    try {
      // The first column is 0 when the checkpoint finished.
      this.#isLogGivenUp = this.#db.pragma('wal_checkpoint(TRUNCATE)') === 0;
    } catch {
      // The next statement tries again. The caller only reports that the file is not in place.
    } finally {
      this.#db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  #prepare(sql: string): SqliteStatement {
    const prepared = this.#prepared.get(sql) ?? this.#db.prepare(sql);
    this.#prepared.delete(sql);
    this.#prepared.set(sql, prepared);
    if (this.#prepared.size > PREPARED_STATEMENTS) {
      const [oldest] = this.#prepared.keys();
      if (oldest !== undefined) this.#prepared.delete(oldest);
    }
    return prepared;
  }

  #translateFaults<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toSqliteFault(error, this.#db.name);
    }
  }
}
