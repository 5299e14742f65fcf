import { rm } from 'node:fs/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { ReportIdentity } from '#persistence';
import type { SpilledBody } from '../body-file.ts';
import type { BodyPlace } from '../segments/body-place.ts';
import { tallyProjectId } from '../spool-tallies.ts';
import { copyOpenFile } from './copy-open-file.ts';

/** A file of which the log begins anew more often than it can be copied takes more than one attempt. */
const MOST_ATTEMPTS = 100;
const QUEUED = 'NOT EXISTS (SELECT 1 FROM failed_reports WHERE failed_reports.id = reports.id)';

export interface PlacedReport extends ReportIdentity {
  readonly place: BodyPlace;
}

export interface SpilledReport extends SpilledBody {
  readonly id: number;
  /** Undefined of a failed report. */
  readonly origin: string | undefined;
}

/** The rows of a spool as they were at one moment, of whatever version; nobody else has this file. */
export class CopiedRows {
  /** 0 of a spool that was being made. */
  readonly version: number;
  private readonly db: Database;

  private constructor(readonly path: string) {
    this.db = new SqliteDatabase(path, { fileMustExist: true });
    this.version = this.db.pragma('user_version', { simple: true }) as number;
  }

  /** Takes them from a file that a relay may have open. Rejects with what the disk says. */
  static async take(from: string, to: string): Promise<CopiedRows> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      if (await copyOpenFile(from, to)) return new CopiedRows(to);
    }
    throw new RangeError(`the spool ${from} changes faster than it can be copied`);
  }

  get lastGivenId(): number {
    const find = "SELECT seq FROM sqlite_sequence WHERE name = 'reports'";
    return (this.db.prepare(find).pluck().get() as number | undefined) ?? 0;
  }

  get failedIds(): readonly number[] {
    return this.db.prepare('SELECT id FROM failed_reports ORDER BY id').pluck().all() as number[];
  }

  /** Counted, and not on their way to the database yet. */
  get hasTallies(): boolean {
    return (
      this.has('tallies') && this.db.prepare('SELECT 1 FROM tallies LIMIT 1').get() !== undefined
    );
  }

  /** Those that are on their way. */
  get queuedTallies(): readonly ReportIdentity[] {
    const list = `SELECT id, origin FROM reports WHERE project_id = ${tallyProjectId} AND ${QUEUED}`;
    return this.db.prepare(list).all() as ReportIdentity[];
  }

  /** Queued reports whose body is in a segment, `max` from above that id on. */
  listPlaced(aboveId: number, max: number): PlacedReport[] {
    if (this.version < 5) return [];
    const rows = this.db
      .prepare(
        `SELECT id, origin, segment, body_offset AS "offset", body_bytes AS bytes, body_checksum AS checksum
         FROM reports WHERE segment IS NOT NULL AND id > ? AND ${QUEUED} ORDER BY id LIMIT ?`,
      )
      .all(aboveId, max) as (ReportIdentity & BodyPlace)[];
    return rows.map(({ id, origin, ...place }) => ({ id, origin, place }));
  }

  /** Reports, queued or failed, whose body is in a file of its own. */
  listSpilled(): SpilledReport[] {
    if (!this.has('body_files')) return [];
    return this.db
      .prepare(
        `SELECT report_id AS id, name, bytes, origin FROM body_files LEFT JOIN reports ON id = report_id
         ORDER BY report_id`,
      )
      .all() as SpilledReport[];
  }

  isQueued(id: number): boolean {
    return (
      this.db.prepare(`SELECT 1 FROM reports WHERE id = ? AND ${QUEUED}`).get(id) !== undefined
    );
  }

  countQueued(): number {
    const count = `SELECT count(*) FROM reports WHERE project_id <> ${tallyProjectId} AND ${QUEUED}`;
    return this.db.prepare(count).pluck().get() as number;
  }

  drop(reports: readonly ReportIdentity[]): void {
    const dropReport = this.db.prepare('DELETE FROM reports WHERE id = ?');
    const dropFile = this.has('body_files')
      ? this.db.prepare('DELETE FROM body_files WHERE report_id = ?')
      : undefined;
    this.db.transaction(() => {
      for (const { id } of reports) {
        dropReport.run(id);
        dropFile?.run(id);
      }
    })();
  }

  /** Leaves one file, without a log. */
  close(): void {
    this.db.close();
  }

  async remove(): Promise<void> {
    this.close();
    await rm(this.path, { force: true });
  }

  private has(table: string): boolean {
    return this.db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  }
}
