import { randomBytes } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { GroupCommit } from './group-commit.ts';
import { findDamage } from '../damage/find-damage.ts';
import { giveUpSpool } from '../damage/give-up.ts';
import { setSpoolAside } from '../damage/set-aside.ts';
import { type SpoolEnd, SpoolWatch } from '../damage/spool-watch.ts';
import { isDamage } from '../damage/is-damage.ts';
import { PAGE_BYTES } from '../disk/page-bytes.ts';
import {
  type BodyCount,
  countBodies,
  countInTurns,
  finishCount,
} from '../segments/count-bodies.ts';
import { ForwardBodies } from '../segments/forward-bodies.ts';
import type { BodyPlace } from '../segments/body-place.ts';
import { BodySegments, type BodySegmentsOptions } from '../segments/body-segments.ts';
import { listNamedRanges } from './named-ranges.ts';
import { prepareSchema } from './spool-schema.ts';

/** SQLite's page cache. A small cache is enough, because each row is written and read only once. */
const CACHE_KIB = 2048;
/**
 * SQLite truncates the write-ahead log to this size after a checkpoint. The log rarely grows beyond
 * half of it.
 */
const LOG_BYTES = 8 * 1024 * 1024;

/** A spool with more waiting reports than this is not cleared, because clearing reads all rows. */
const MOST_WAITING = 1000;
/**
 * Even a spool in constant use is cleared after this many calls of `clearOnceIdle`, which are ten
 * seconds apart.
 */
const MOST_LOOKS = 6;

export type SpoolFileOptions = Pick<BodySegmentsOptions, 'disk' | 'segmentBytes'>;

export type SpoolFileOpening =
  | { readonly ok: true; readonly file: SpoolFile }
  /**
   * `held`: another process has locked the file. `unknown`: another version of Errata made it.
   * `damaged`: the spool was set aside.
   */
  | { readonly ok: false; readonly reason: 'held' | 'unknown' | 'damaged' };

/**
 * The SQLite file of a spool, locked by this process, and the body segments beside it. Writes of
 * reports share a group commit.
 */
export class SpoolFile {
  readonly name: string;
  /**
   * Random, and new for each opening. Origin and id together identify each report that is appended
   * during this opening. The id alone is not enough, because a copied or restored file gives out
   * the same ids again.
   */
  readonly origin = randomBytes(8).toString('hex');
  readonly segments: BodySegments;
  readonly forwardBodies: ForwardBodies;
  readonly watch: SpoolWatch;
  private readonly commits: GroupCommit<BodyPlace>;
  private lastWriteFailed = false;
  /**
   * True when anything was written since the opening. `isInUse` is true when anything was written
   * since the last call of `clearOnceIdle`.
   */
  private wasWritten = false;
  private isInUse = false;
  private isClear = false;
  private looks = 0;

  private constructor(
    readonly db: SqliteDatabase,
    readonly found: BodyCount,
    options: SpoolFileOptions = {},
  ) {
    this.name = db.prepare('SELECT name FROM identity').pluck().get() as string;
    this.segments = new BodySegments({
      folder: this.locate('segments'),
      reports: found.reports,
      bodyBytes: found.bodyBytes,
      ...options,
    });
    this.forwardBodies = new ForwardBodies(found.forwardsBySegment);
    this.watch = new SpoolWatch({
      path: db.name,
      areBodiesInPlace: () => this.segments.areInPlace(),
      giveUp: (end) => this.giveUp(end),
    });
    this.commits = new GroupCommit({
      storeBodies: (bodies) => this.segments.write(bodies),
      commit: (runWrites) => this.commit(runWrites),
      onAttempt: (error) => (this.lastWriteFailed = error !== undefined),
      schedule: (run) => setImmediate(run),
    });
  }

  /**
   * Opens or creates the file at `path`; `name` is the name of a new spool. Deletes segments that
   * no row names. Sets a damaged spool aside. Throws when the file cannot be written.
   */
  static open(path: string, name: string, options?: SpoolFileOptions): SpoolFileOpening {
    const holding = hold(path, name);
    if (!holding.ok) return holding;
    const { db } = holding;
    try {
      return { ok: true, file: new SpoolFile(db, finishCount(countBodies(db)), options) };
    } catch (error) {
      return letGo(db, error);
    }
  }

  /** Opens the file as `open` does, but yields to other work while it counts the rows. */
  static async openInTurns(path: string, name: string): Promise<SpoolFileOpening> {
    const holding = hold(path, name);
    if (!holding.ok) return holding;
    const { db } = holding;
    try {
      return { ok: true, file: new SpoolFile(db, await countInTurns(countBodies(db))) };
    } catch (error) {
      return letGo(db, error);
    }
  }

  get folder(): string {
    return basename(dirname(this.db.name));
  }

  get bodiesFolder(): string {
    return this.locate('bodies');
  }

  get isFailing(): boolean {
    return this.lastWriteFailed || this.watch.end !== undefined;
  }

  write<Result>(run: () => Result): Promise<Result> {
    return this.commits.join(run);
  }

  /**
   * Stores a body, and then runs `run` in a transaction. The body is synced in a segment before
   * `run` receives its place and stores the place in a row. Rejects and stores nothing when the
   * body cannot be written; other writes are committed nevertheless.
   */
  writeWithBody<Result>(body: Buffer, run: (place: BodyPlace) => Result): Promise<Result> {
    return this.commits.joinWith(body, run);
  }

  /**
   * Calls `run` and commits its writes at once, without a sync. The data survives a kill, but not a
   * power cut before the next synced commit. Throws when the file cannot be written. Must not be
   * called inside a transaction.
   */
  writeUnsynced(run: () => unknown): void {
    if (!this.isOpen || this.watch.end?.kind === 'damaged') return;
    // SQLite still syncs the log before a checkpoint:
    // https://www.sqlite.org/pragma.html#pragma_synchronous
    this.db.exec('PRAGMA synchronous = NORMAL');
    try {
      run();
    } finally {
      this.db.exec('PRAGMA synchronous = FULL');
    }
  }

  read<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      this.watch.noteFault(error);
      throw error;
    }
  }

  readSetting(name: 'synchronous' | 'journal_mode' | 'locking_mode' | 'page_size'): unknown {
    return this.db.pragma(name);
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  flush(): void {
    this.commits.flush();
  }

  /**
   * Must be called every ten seconds. Clears the spool when nothing was written since the last
   * call, and once a minute in any case.
   */
  clearOnceIdle(): void {
    const { isInUse } = this;
    this.isInUse = false;
    this.looks += 1;
    if (isInUse && this.looks < MOST_LOOKS) return;
    this.looks = 0;
    if (this.countWaiting() <= MOST_WAITING) this.clear();
  }

  /**
   * Erases what removed reports left on the disk: their bodies in segments and their rows in the
   * write-ahead log. SQLite itself overwrites rows that are deleted from the file. Returns whether
   * everything is erased. Throws when the disk fails; the next call continues.
   */
  clear(): boolean {
    if (this.isClear || this.watch.end !== undefined) return true;
    this.flush();
    const isAll = this.segments.clear((segments) =>
      listNamedRanges(this.db, this.forwardBodies, segments),
    );
    this.db.pragma('wal_checkpoint(TRUNCATE)');
    this.isClear = isAll;
    return isAll;
  }

  /**
   * Commits the waiting writes and closes the file. Later writes reject, because another process
   * may have locked the file by then.
   */
  close(): void {
    this.commits.close();
    // Decides about damage while the file is still locked, and before SQLite writes to it for the
    // last time.
    this.watch.decide();
    if (this.wasWritten) this.clearIfPossible();
    this.segments.close();
    this.db.close();
  }

  private commit(runWrites: () => void): void {
    let isCommitted = false;
    try {
      this.read(() => this.db.transaction(runWrites));
      isCommitted = true;
      this.wasWritten = true;
      this.isInUse = true;
      this.isClear = false;
    } finally {
      this.segments.settle(isCommitted);
      this.forwardBodies.settle(isCommitted);
    }
  }

  private countWaiting(): number {
    const count = `SELECT count(*) FROM (SELECT 1 FROM reports LIMIT ${MOST_WAITING + 1})`;
    return this.read(() => this.db.prepare(count).pluck().get() as number);
  }

  private clearIfPossible(): void {
    try {
      if (this.countWaiting() <= MOST_WAITING) this.clear();
    } catch {
      // The next opening erases the remaining data.
    }
  }

  private giveUp(end: SpoolEnd): void {
    // When the files are only gone from their paths, they are still open. Writes go on, so that
    // waiting reports can be settled.
    if (end.kind === 'damaged') this.commits.close();
    giveUpSpool(this.db.name, end);
  }

  private locate(name: string): string {
    return resolve(dirname(this.db.name), name);
  }
}

type NotOpened = Extract<SpoolFileOpening, { readonly ok: false }>;
type Holding = { readonly ok: true; readonly db: SqliteDatabase } | NotOpened;

/**
 * Opens and locks the file, looks for damage, and prepares the schema. Nothing is written before
 * the search for damage.
 */
function hold(path: string, name: string): Holding {
  const db = new SqliteDatabase(path, { timeoutMs: 0 });
  try {
    holdForWriting(db);
    const damage = findDamage(db);
    if (damage !== undefined) return setAside(db, damage);
    if (prepareSchema(db, name)) return { ok: true, db };
    db.close();
    return { ok: false, reason: 'unknown' };
  } catch (error) {
    return letGo(db, error);
  }
}

function letGo(db: SqliteDatabase, error: unknown): NotOpened {
  if (isDamage(error)) return setAside(db, error.message);
  db.close();
  if (isHeldElsewhere(error)) return { ok: false, reason: 'held' };
  throw error;
}

function setAside(db: SqliteDatabase, reason: string): NotOpened {
  try {
    // Moves the folder before closing the file, so that no other process can open it.
    setSpoolAside(dirname(db.name), reason);
  } finally {
    db.close();
  }
  return { ok: false, reason: 'damaged' };
}

/**
 * Locks the file and sets it up for durable writes.
 *
 * The order matters. Page size and auto-vacuum take effect only before the first table exists.
 * Exclusive locking avoids the shared-memory file only when it is set before the first access to
 * the log (https://www.sqlite.org/wal.html#noshm). The operating system drops the lock when the
 * process ends. Auto-vacuum is not set again for an existing file, because that would write to the
 * file.
 */
function holdForWriting(db: SqliteDatabase): void {
  db.pragma('locking_mode = EXCLUSIVE');
  if (db.pragma('page_count') === 0) {
    db.pragma(`page_size = ${PAGE_BYTES}`);
    db.pragma('auto_vacuum = INCREMENTAL');
  }
  const journal = db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  // Overwrites deleted rows, because rows contain IP addresses of senders.
  db.pragma('secure_delete = ON');
  db.exec('BEGIN IMMEDIATE; COMMIT');
  const isDurable = journal === 'wal' && db.pragma('synchronous') === 2;
  if (!isDurable) throw new Error('SQLite did not take up the durable settings.');
}

function isHeldElsewhere(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
