import { resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { toSqliteError, withSqliteErrors } from './sqlite-error.ts';
import { SqliteStatement } from './sqlite-statement.ts';

const DEFAULT_TIMEOUT_MS = 5000;
/** Matches a text that has no statement, only blanks, comments and semicolons. */
const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[^]*?(?:\*\/|$))*$/;

export interface SqliteOptions {
  readonly readOnly?: boolean;
  readonly mustExist?: boolean;
  /** When false, `writable_schema` may change the schema. The default is true. */
  readonly defensive?: boolean;
  /**
   * How long a statement waits for a lock. The thread is blocked meanwhile. The default is 5,000.
   */
  readonly timeoutMs?: number;
}

export interface SqliteBackupOptions {
  /** The thread can do other work between two steps. */
  readonly pagesPerStep: number;
}

/**
 * A connection to an SQLite file, or to `:memory:`, through `node:sqlite`. Throws a `SqliteError`
 * when SQLite refuses, and a RangeError for a caller's mistake. Foreign keys are enforced.
 */
export class SqliteDatabase {
  private readonly native: DatabaseSync;

  constructor(
    readonly name: string,
    {
      readOnly = false,
      mustExist = false,
      defensive = true,
      timeoutMs = DEFAULT_TIMEOUT_MS,
    }: SqliteOptions = {},
  ) {
    // A read-only connection never creates a file anyway.
    const place = mustExist && !readOnly ? toExistingFile(name) : name;
    this.native = withSqliteErrors(
      () => new DatabaseSync(place, { readOnly, defensive, timeout: timeoutMs }),
    );
  }

  get isOpen(): boolean {
    return this.native.isOpen;
  }

  get isInTransaction(): boolean {
    return this.native.isTransaction;
  }

  /**
   * Throws a RangeError when the text has more than one statement, because Node.js would ignore all
   * statements but the first.
   */
  prepare(sql: string): SqliteStatement {
    const native = withSqliteErrors(() => this.native.prepare(sql));
    if (!NOTHING.test(sql.slice(native.sourceSQL.length))) {
      throw new RangeError('The text has more than one statement.');
    }
    return new SqliteStatement(native);
  }

  /** Runs all statements of a text, and ignores their rows. */
  exec(sql: string): void {
    withSqliteErrors(() => this.native.exec(sql));
  }

  /** Reads or sets a pragma. Returns the first value of the first row, or undefined. */
  pragma(source: string): unknown {
    // Reads all rows, because some pragmas do part of their work for each row.
    const [first] = this.prepare(`PRAGMA ${source}`).pluck().all();
    return first;
  }

  /**
   * Runs `work` in a transaction that takes the write lock at once, and returns its result. Rolls
   * back and rethrows when `work` throws.
   */
  transaction<Result>(work: () => Result): Result {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself.
      if (this.isInTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /** Defines the SQL function `name` with as many parameters as `run` has. */
  defineFunction(name: string, run: (...values: unknown[]) => void): void {
    this.native.function(name, run as () => null);
  }

  /**
   * Copies the database into a new file, as this connection sees the data. The copy is made in
   * steps that do not block the thread. Rejects with a `SqliteError`.
   *
   * When another connection writes during the copy, the copy starts again, unless this connection
   * is in a transaction.
   */
  async backup(path: string, { pagesPerStep }: SqliteBackupOptions): Promise<void> {
    try {
      await backup(this.native, path, { rate: pagesPerStep });
    } catch (error) {
      throw toSqliteError(error);
    }
  }

  close(): void {
    if (this.isOpen) withSqliteErrors(() => this.native.close());
  }
}

/** Returns a URI that SQLite opens without creating a file: https://sqlite.org/uri.html */
function toExistingFile(path: string): URL {
  const url = pathToFileURL(resolve(path));
  url.searchParams.set('mode', 'rw');
  return url;
}
