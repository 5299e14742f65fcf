import { randomBytes } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { ClaimMark } from './claim-mark.ts';
import { GroupCommit } from './group-commit.ts';
import { QUEUED } from './queued-rows.ts';
import type { BodyPlace } from './segments/body-place.ts';
import { BodySegments, type BodySegmentsOptions } from './segments/body-segments.ts';
import type { SegmentDisk } from './segments/segment.ts';
import { prepareSchema } from './spool-schema.ts';

/** Of a new file. Rows are small: the less of a page is others', the less is written for one. */
const PAGE_BYTES = 4096;
/** Rows pass through once: there is little to keep. */
const CACHE_KIB = 2048;
/** The write-ahead log shrinks back to this once its content is in the main file: twice what it mostly grows to. */
const LOG_BYTES = 8 * 1024 * 1024;

export type SpoolFileOpening =
  | { readonly ok: true; readonly file: SpoolFile }
  /** `held`: another process has it. `newer`: a newer version of Errata wrote it. */
  | { readonly ok: false; readonly reason: 'held' | 'newer' };

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
  readonly mark: ClaimMark;
  private readonly commits: GroupCommit<BodyPlace>;
  private readonly transaction;
  private lastWriteFailed = false;

  private constructor(
    readonly db: Database,
    disk: SegmentDisk | undefined,
  ) {
    this.name = db.prepare('SELECT name FROM identity').pluck().get() as string;
    this.transaction = db.transaction((runWrites: () => void) => runWrites());
    this.segments = new BodySegments({
      folder: this.locate('segments'),
      ...countBySegment(db),
      disk,
    });
    this.mark = new ClaimMark(this.locate('claims.json'));
    this.commits = new GroupCommit({
      storeBodies: (bodies) => this.segments.write(bodies),
      commit: (runWrites) => this.commit(runWrites),
      onAttempt: (error) => (this.lastWriteFailed = error !== undefined),
      schedule: (run) => setImmediate(run),
    });
  }

  /**
   * Opens or makes the file at `path`; `name` becomes that of a new one. What no row names of the segments beside it is
   * removed. Throws when it cannot be written.
   */
  static open(path: string, name: string, disk?: SegmentDisk): SpoolFileOpening {
    const db = new SqliteDatabase(path, { timeout: 0 });
    try {
      if (!holdForWriting(db)) throw new Error('SQLite did not take up the durable settings.');
      if (prepareSchema(db, name)) return { ok: true, file: new SpoolFile(db, disk) };
      db.close();
      return { ok: false, reason: 'newer' };
    } catch (error) {
      db.close();
      if (isHeldElsewhere(error)) return { ok: false, reason: 'held' };
      throw error;
    }
  }

  /** Where bodies are that are too large for a segment. It may not be there yet. */
  get bodiesFolder(): string {
    return this.locate('bodies');
  }

  get isFailing(): boolean {
    return this.lastWriteFailed;
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

  /** What SQLite says a setting is, for those who want evidence. */
  readSetting(name: 'synchronous' | 'journal_mode' | 'locking_mode' | 'page_size'): unknown {
    return this.db.pragma(name, { simple: true });
  }

  /** Commits what waits. Writes that come later may find the file in other hands: they are rejected. */
  close(): void {
    this.commits.close();
    this.segments.close();
    this.db.close();
  }

  private commit(runWrites: () => void): void {
    let isCommitted = false;
    try {
      this.transaction.immediate(runWrites);
      isCommitted = true;
    } finally {
      this.segments.settle(isCommitted);
    }
  }

  private locate(name: string): string {
    return resolve(dirname(this.db.name), name);
  }
}

/**
 * Of each segment, how many rows have their body there, and of how many bytes those are, without the damaged ones, which
 * stay. Two rows may name one body.
 */
function countBySegment(db: Database): Pick<BodySegmentsOptions, 'reports' | 'bodyBytes'> {
  // Not `sum` of bytes, which throws beyond 64 bits: a length may be damaged.
  const rows = db
    .prepare(
      `SELECT segment, sum(named), total(body_bytes) FROM (
         SELECT segment, max(body_bytes) AS body_bytes, count(*) AS named FROM (
           SELECT segment, body_offset, body_bytes FROM reports WHERE ${QUEUED}
           UNION ALL SELECT segment, body_offset, body_bytes FROM forwards
         ) WHERE segment IS NOT NULL GROUP BY segment, body_offset
       ) GROUP BY segment`,
    )
    .raw()
    .all() as [segment: number, reports: number, bytes: number][];
  return {
    reports: new Map(rows.map(([segment, reports]) => [segment, reports])),
    bodyBytes: new Map(rows.map(([segment, , bytes]) => [segment, bytes])),
  };
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
