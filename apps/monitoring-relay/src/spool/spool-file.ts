import { randomBytes } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { GroupCommit } from './group-commit.ts';
import { prepareSchema } from './spool-schema.ts';

/** Measured with 25 kB reports: deletes are cheapest, and inserts near their best, at this size. */
const PAGE_BYTES = 8192;
/** Rows pass through once: there is little to keep. */
const CACHE_KIB = 2048;
/** The write-ahead log shrinks back to this once its content is in the main file. */
const LOG_BYTES = 16 * 1024 * 1024;

export type SpoolFileOpening =
  | { readonly ok: true; readonly file: SpoolFile }
  /** `held`: another process has it. `newer`: a newer version of Errata wrote it. */
  | { readonly ok: false; readonly reason: 'held' | 'newer' };

/** The SQLite file of a spool, held by this process alone, and the group commit every write goes through. */
export class SpoolFile {
  readonly name: string;
  /**
   * Drawn anew by each opening. With its id the identity of every report that is appended from now
   * on: a file that was copied, or restored from a copy, gives ids that were given before.
   */
  readonly origin = randomBytes(8).toString('hex');
  private readonly commits: GroupCommit;
  private lastWriteFailed = false;

  private constructor(readonly db: Database) {
    this.name = db.prepare('SELECT name FROM identity').pluck().get() as string;
    const transaction = db.transaction((runWrites: () => void) => runWrites());
    this.commits = new GroupCommit({
      commit: (runWrites) => transaction.immediate(runWrites),
      onAttempt: (error) => (this.lastWriteFailed = error !== undefined),
      schedule: (run) => setImmediate(run),
    });
  }

  /** Opens or makes the file at `path`; `name` becomes that of a new one. Throws when it cannot be written. */
  static open(path: string, name: string): SpoolFileOpening {
    const db = new SqliteDatabase(path, { timeout: 0 });
    try {
      if (!holdForWriting(db)) throw new Error('SQLite did not take up the durable settings.');
      if (prepareSchema(db, name)) return { ok: true, file: new SpoolFile(db) };
      db.close();
      return { ok: false, reason: 'newer' };
    } catch (error) {
      db.close();
      if (isHeldElsewhere(error)) return { ok: false, reason: 'held' };
      throw error;
    }
  }

  /** Where bodies are that are too large for a row. It may not be there yet. */
  get bodiesFolder(): string {
    return resolve(dirname(this.db.name), 'bodies');
  }

  get isFailing(): boolean {
    return this.lastWriteFailed;
  }

  /** Resolves with what `run` returned once it is committed and synced, in one transaction with others. */
  write<Result>(run: () => Result): Promise<Result> {
    return this.commits.join(run);
  }

  /** What SQLite says a setting is, for those who want evidence. */
  readSetting(name: 'synchronous' | 'journal_mode' | 'locking_mode' | 'page_size'): unknown {
    return this.db.pragma(name, { simple: true });
  }

  close(): void {
    this.commits.flush();
    this.db.close();
  }
}

/**
 * The order matters: page size and auto-vacuum count only before the first table, and exclusive
 * locking only keeps the shared-memory file away when it comes before the first look at the log
 * (https://www.sqlite.org/wal.html#noshm). The operating system drops the lock with the process.
 */
function holdForWriting(db: Database): boolean {
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma('locking_mode = EXCLUSIVE');
  const journal = db.pragma('journal_mode = WAL', { simple: true });
  db.pragma('synchronous = FULL');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  db.exec('BEGIN IMMEDIATE; COMMIT');
  return journal === 'wal' && db.pragma('synchronous', { simple: true }) === 2;
}

function isHeldElsewhere(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
