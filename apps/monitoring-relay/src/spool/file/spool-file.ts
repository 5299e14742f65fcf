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
import { OwedBodies } from '../segments/owed-bodies.ts';
import type { BodyPlace } from '../segments/body-place.ts';
import { BodySegments, type BodySegmentsOptions } from '../segments/body-segments.ts';
import { listNamedRanges } from './named-ranges.ts';
import { prepareSchema } from './spool-schema.ts';

/** Rows pass through once: there is little to keep. */
const CACHE_KIB = 2048;
/** The write-ahead log shrinks back to this once its content is in the main file: twice what it mostly grows to. */
const LOG_BYTES = 8 * 1024 * 1024;

/** Rows are read for what they name: where more wait, reports are not done. */
const MOST_WAITING = 1000;
/** So many looks, at ten seconds, the spool may be in use without being cleared. */
const MOST_LOOKS = 6;

/** What a spec sets of the segments. */
export type SpoolFileOptions = Pick<BodySegmentsOptions, 'disk' | 'segmentBytes'>;

export type SpoolFileOpening =
  | { readonly ok: true; readonly file: SpoolFile }
  /** `held`: another process has it. `unknown`: another version of Errata made it. `damaged`: it was set aside. */
  | { readonly ok: false; readonly reason: 'held' | 'unknown' | 'damaged' };

/**
 * The SQLite file of a spool, held by this process alone, the segments beside it that have the bodies, and the group
 * commit every write goes through.
 */
export class SpoolFile {
  readonly name: string;
  /**
   * Drawn anew by each opening. With its id the identity of every report that is appended from now
   * on: a file that was copied, or restored from a copy, gives ids that were given before.
   */
  readonly origin = randomBytes(8).toString('hex');
  readonly segments: BodySegments;
  readonly owed: OwedBodies;
  /** Over damage, and over files that are gone, it is given up (ADR 78): it takes nothing any more, for good. */
  readonly watch: SpoolWatch;
  private readonly commits: GroupCommit<BodyPlace>;
  private lastWriteFailed = false;
  /** Since the file was opened, and since the last look. */
  private wasWritten = false;
  private isInUse = false;
  /** Whether nothing on the disk is of reports that have gone. */
  private isClear = false;
  private looks = 0;

  private constructor(
    readonly db: SqliteDatabase,
    /** What was in it when it was opened. */
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
    this.owed = new OwedBodies(found.owedBySegment);
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
   * Opens or makes the file at `path`; `name` becomes that of a new one. What no row names of the segments beside it is
   * removed. A damaged spool is set aside (ADR 78). Throws when it cannot be written.
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

  /** The same for who has other things to do: it takes turns with them while it counts what is in the file. */
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

  /** That it is in, by its name below `DATA_DIR/spool`. */
  get folder(): string {
    return basename(dirname(this.db.name));
  }

  /** Where bodies are that are too large for a segment. It may not be there yet. */
  get bodiesFolder(): string {
    return this.locate('bodies');
  }

  get isFailing(): boolean {
    return this.lastWriteFailed || this.watch.end !== undefined;
  }

  /** Resolves with what `run` returned once it is committed and synced, in one transaction with others. */
  write<Result>(run: () => Result): Promise<Result> {
    return this.commits.join(run);
  }

  /**
   * The same, with a body that is synced in a segment before `run`, which is given its place, puts it into a row.
   * Rejects, and keeps nothing, also when the body cannot be written; what other writes bring is committed then.
   */
  writeWithBody<Result>(body: Buffer, run: (place: BodyPlace) => Result): Promise<Result> {
    return this.commits.joinWith(body, run);
  }

  /**
   * Commits what `run` writes, at once and without a sync: that outlives the process, not the machine. The next commit
   * that is synced syncs it, too. Throws when it cannot be written. Not to be called within a write.
   */
  writeUnsynced(run: () => unknown): void {
    if (!this.isOpen || this.watch.end?.kind === 'damaged') return;
    // The log is synced before a checkpoint all the same: https://www.sqlite.org/pragma.html#pragma_synchronous
    this.db.exec('PRAGMA synchronous = NORMAL');
    try {
      run();
    } finally {
      this.db.exec('PRAGMA synchronous = FULL');
    }
  }

  /** Runs what reads, and throws what that throws. Over damage the spool is given up. */
  read<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      this.watch.noteFault(error);
      throw error;
    }
  }

  /** What SQLite says a setting is, for those who want evidence. */
  readSetting(name: 'synchronous' | 'journal_mode' | 'locking_mode' | 'page_size'): unknown {
    return this.db.pragma(name);
  }

  /** False once it was closed: nothing is read any more. */
  get isOpen(): boolean {
    return this.db.isOpen;
  }

  /** Commits now what waits, so that what comes next has a commit of its own. */
  flush(): void {
    this.commits.flush();
  }

  /** To be called each ten seconds: clears the spool once nothing was written in them, and each minute all the same. */
  clearOnceIdle(): void {
    const { isInUse } = this;
    this.isInUse = false;
    this.looks += 1;
    if (isInUse && this.looks < MOST_LOOKS) return;
    this.looks = 0;
    if (this.countWaiting() <= MOST_WAITING) this.clear();
  }

  /**
   * Takes what is left of reports that have gone off the disk: their bodies in segments, and their rows in the log. Rows that
   * are deleted from the file are overwritten by SQLite. Returns whether that is all. Throws what the disk says; the next
   * call goes on.
   */
  clear(): boolean {
    if (this.isClear || this.watch.end !== undefined) return true;
    this.flush();
    const isAll = this.segments.clear((segments) => listNamedRanges(this.db, this.owed, segments));
    this.db.pragma('wal_checkpoint(TRUNCATE)');
    this.isClear = isAll;
    return isAll;
  }

  /** Commits what waits. Writes that come later may find the file in other hands: they are rejected. */
  close(): void {
    this.commits.close();
    // While it is held, and before SQLite writes to it for the last time.
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
      this.owed.settle(isCommitted);
    }
  }

  private countWaiting(): number {
    const count = `SELECT count(*) FROM (SELECT 1 FROM reports LIMIT ${MOST_WAITING + 1})`;
    return this.read(() => this.db.prepare(count).pluck().get() as number);
  }

  /** What stays is cleared by who opens it next. */
  private clearIfPossible(): void {
    try {
      if (this.countWaiting() <= MOST_WAITING) this.clear();
    } catch {
      // Nothing is lost by it.
    }
  }

  private giveUp(end: SpoolEnd): void {
    // What is in files that are gone is still open, and can be settled.
    if (end.kind === 'damaged') this.commits.close();
    giveUpSpool(this.db.name, end);
  }

  private locate(name: string): string {
    return resolve(dirname(this.db.name), name);
  }
}

type NotOpened = Extract<SpoolFileOpening, { readonly ok: false }>;
type Holding = { readonly ok: true; readonly db: SqliteDatabase } | NotOpened;

/** Nothing is written before the check. Throws when it cannot be written. */
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

/** Throws what does not come from the file itself. */
function letGo(db: SqliteDatabase, error: unknown): NotOpened {
  if (isDamage(error)) return setAside(db, error.message);
  db.close();
  if (isHeldElsewhere(error)) return { ok: false, reason: 'held' };
  throw error;
}

function setAside(db: SqliteDatabase, reason: string): NotOpened {
  try {
    // While it is held: nobody else opens what is moved.
    setSpoolAside(dirname(db.name), reason);
  } finally {
    db.close();
  }
  return { ok: false, reason: 'damaged' };
}

/**
 * The order matters: page size and auto-vacuum count only before the first table, and exclusive
 * locking only keeps the shared-memory file away when it comes before the first look at the log
 * (https://www.sqlite.org/wal.html#noshm). The operating system drops the lock with the process. Of a file that is there
 * nothing is written: to set its auto-vacuum once more would be a commit.
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
  // Rows name senders.
  db.pragma('secure_delete = ON');
  db.exec('BEGIN IMMEDIATE; COMMIT');
  const isDurable = journal === 'wal' && db.pragma('synchronous') === 2;
  if (!isDurable) throw new Error('SQLite did not take up the durable settings.');
}

function isHeldElsewhere(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
