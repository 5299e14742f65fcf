import { resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { toSqliteError, withSqliteErrors } from './sqlite-error.ts';
import { SqliteStatement } from './sqlite-statement.ts';

const DEFAULT_TIMEOUT_MS = 5000;
/** Blanks, comments and semicolons, which may stand behind the only statement of a text. */
const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[^]*?(?:\*\/|$))*$/;

export interface SqliteOptions {
  /** Opens an existing file and writes nothing. */
  readonly readOnly?: boolean;
  /** Does not make a file. */
  readonly mustExist?: boolean;
  /** Off, `writable_schema` may change the schema; on by default. */
  readonly defensive?: boolean;
  /** How long a statement waits for a lock, with the thread blocked; 5,000 by default. */
  readonly timeoutMs?: number;
}

export interface SqliteBackupOptions {
  /** Between two steps the thread does other things. */
  readonly pagesPerStep: number;
}

/**
 * A connection to an SQLite file, or to `:memory:`, by Node's own SQLite (`node:sqlite`). What SQLite refuses is a
 * `SqliteError`; what a caller got wrong is a RangeError. Foreign keys are enforced.
 */
export class SqliteDatabase {
  private readonly native: DatabaseSync;

  /** @param name the path, as `name` gives it back */
  constructor(
    readonly name: string,
    {
      readOnly = false,
      mustExist = false,
      defensive = true,
      timeoutMs = DEFAULT_TIMEOUT_MS,
    }: SqliteOptions = {},
  ) {
    // Opened to be read alone, none is made anyway.
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

  /** Throws a RangeError where the text is more than one statement: Node.js would leave the others out. */
  prepare(sql: string): SqliteStatement {
    const native = withSqliteErrors(() => this.native.prepare(sql));
    if (!NOTHING.test(sql.slice(native.sourceSQL.length))) {
      throw new RangeError('The text has more than one statement.');
    }
    return new SqliteStatement(native);
  }

  /** Runs all statements of a text; their rows are not read. */
  exec(sql: string): void {
    withSqliteErrors(() => this.native.exec(sql));
  }

  /** Reads or sets a pragma: the first value of its first row; undefined where it has none. */
  pragma(source: string): unknown {
    // All rows are read: some pragmas do a part of their work for each.
    const [first] = this.prepare(`PRAGMA ${source}`).pluck().all();
    return first;
  }

  /**
   * Runs `work` in a transaction that takes the write lock first, and gives what `work` gives. Commits when it returns;
   * rolls back, and throws the same, when it throws.
   */
  transaction<Result>(work: () => Result): Result {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk has rolled back by itself.
      if (this.isInTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /** Makes `name` a function of SQL, with as many parameters as `run` has. */
  defineFunction(name: string, run: (...values: unknown[]) => void): void {
    this.native.function(name, run as () => null);
  }

  /**
   * Copies what this connection sees into a new file at `path`, in steps, off the thread. Rejects with a `SqliteError`.
   * Begins anew when another connection writes meanwhile, unless this one is in a transaction.
   */
  async backup(path: string, { pagesPerStep }: SqliteBackupOptions): Promise<void> {
    try {
      await backup(this.native, path, { rate: pagesPerStep });
    } catch (error) {
      throw toSqliteError(error);
    }
  }

  /** A second call does nothing. */
  close(): void {
    if (this.isOpen) withSqliteErrors(() => this.native.close());
  }
}

/** An address that SQLite opens without making a file: https://sqlite.org/uri.html */
function toExistingFile(path: string): URL {
  const url = pathToFileURL(resolve(path));
  url.searchParams.set('mode', 'rw');
  return url;
}
