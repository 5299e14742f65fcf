import { rm } from 'node:fs/promises';
import { SqliteDatabase } from '#sqlite';
import { toDamage } from '#persistence';
import type { ReportIdentity } from '#persistence';
import type { SpilledBody } from '../bodies/body-file.ts';
import { findPlace, PLACE_COLUMNS, type PlaceColumns } from '../rows/place-columns.ts';
import type { BodyPlace } from '../segments/body-place.ts';
import { tallyProjectId } from '../tallies/spool-tallies.ts';
import { copyOpenFile } from './copy-open-file.ts';

/** A file of which the log begins anew more often than it can be copied takes more than one attempt. */
const MOST_ATTEMPTS = 100;
const QUEUED = 'NOT EXISTS (SELECT 1 FROM failed_reports WHERE failed_reports.id = reports.id)';

/** Of a report that is queued, owed, or failed. */
export interface CopiedReport {
  readonly id: number;
  /** Undefined of one that is not queued. */
  readonly origin: string | undefined;
}

export interface PlacedReport extends CopiedReport {
  readonly place: BodyPlace;
}

export interface SpilledReport extends SpilledBody, CopiedReport {}

/** A report that is owed to another service. */
export interface OwedRow {
  readonly id: number;
  /** Whether some of it ends there, and so is tallied when it is settled. */
  readonly isCounted: boolean;
  /** Where its body stands: the same text for the same place. */
  readonly place: string;
}

/** The rows of a spool as they were at one moment, of whatever version; nobody else has this file. */
export class CopiedRows {
  /** 0 of a spool that was being made. */
  readonly version: number;
  private readonly db: SqliteDatabase;

  private constructor(readonly path: string) {
    this.db = new SqliteDatabase(path, { mustExist: true });
    this.version = this.db.pragma('user_version') as number;
  }

  /** Takes them from a file that a relay may have open. Rejects with a RangeError, or what the disk says. */
  static async take(from: string, to: string): Promise<CopiedRows> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      if (await copyOpenFile(from, to)) return CopiedRows.open(from, to);
    }
    throw new RangeError(`the spool ${from} changes faster than it can be copied`);
  }

  private static open(from: string, to: string): CopiedRows {
    try {
      return new CopiedRows(to);
    } catch (error) {
      throw toDamage(error, from);
    }
  }

  get lastGivenId(): number {
    const find = "SELECT seq FROM sqlite_sequence WHERE name = 'reports'";
    return (this.db.prepare(find).pluck().get() as number | undefined) ?? 0;
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

  /** Reports, queued, owed or both, whose body is in a segment, `max` from above that id on. */
  listPlaced(aboveId: number, max: number): PlacedReport[] {
    if (this.version < 5) return [];
    const sources = [selectPlaced('reports', 'origin', QUEUED)];
    if (this.has('forwards')) sources.push(selectPlaced('forwards', 'NULL AS origin', 'TRUE'));
    const rows = this.db
      .prepare(
        `SELECT id, max(origin) AS origin, ${PLACE_COLUMNS} FROM (${sources.join(' UNION ALL ')})
         GROUP BY id ORDER BY id LIMIT @max`,
      )
      .all({ aboveId, max }) as (PlaceColumns & { id: number; origin: string | null })[];
    return rows.map((row) => ({
      id: row.id,
      origin: row.origin ?? undefined,
      place: findPlace(row)!,
    }));
  }

  /** Reports, queued, owed or failed, whose body is in a file of its own. */
  listSpilled(): SpilledReport[] {
    if (!this.has('body_files')) return [];
    const rows = this.db
      .prepare(
        `SELECT report_id AS id, name, bytes, origin FROM body_files LEFT JOIN reports ON id = report_id
         ORDER BY report_id`,
      )
      .all() as (SpilledBody & { id: number; origin: string | null })[];
    return rows.map((row) => ({ ...row, origin: row.origin ?? undefined }));
  }

  listOwed(): OwedRow[] {
    if (!this.has('forwards')) return [];
    // A damaged text is taken for one that counts.
    const isCounted = `CASE WHEN json_valid(contents) THEN contents ->> 'passed' <> '{}' END`;
    const rows = this.db
      .prepare(
        `SELECT id, coalesce(${isCounted}, 1) AS is_counted, format('%d %d', segment, body_offset) AS place
         FROM forwards ORDER BY id`,
      )
      .all() as { id: number; is_counted: number; place: string }[];
    return rows.map(({ id, is_counted, place }) => ({ id, isCounted: is_counted === 1, place }));
  }

  /** Public keys of projects. */
  listKeys(): string[] {
    if (!this.has('project_keys')) return [];
    return this.db.prepare('SELECT public_key FROM project_keys').pluck().all() as string[];
  }

  countQueued(): number {
    const count = `SELECT count(*) FROM reports WHERE project_id <> ${tallyProjectId} AND ${QUEUED}`;
    return this.db.prepare(count).pluck().get() as number;
  }

  /** Takes reports out of a queue, and those of their bodies that nothing else names. */
  drop(from: 'reports' | 'forwards', ids: readonly number[]): void {
    if (ids.length === 0) return;
    const dropRow = this.db.prepare(`DELETE FROM ${from} WHERE id = ?`);
    const dropFile = this.has('body_files') ? this.prepareDropFile() : undefined;
    this.db.transaction(() => {
      for (const id of ids) {
        dropRow.run(id);
        dropFile?.run(id);
      }
    });
  }

  /** Leaves one file, without a log. */
  close(): void {
    this.db.close();
  }

  async remove(): Promise<void> {
    this.close();
    await rm(this.path, { force: true });
  }

  private prepareDropFile() {
    const namers = ['reports', 'failed_reports', 'forwards'].filter((table) => this.has(table));
    const others = namers.map((table) => `report_id NOT IN (SELECT id FROM ${table})`);
    return this.db.prepare(
      `DELETE FROM body_files WHERE report_id = ? AND ${others.join(' AND ')}`,
    );
  }

  private has(table: string): boolean {
    return this.db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  }
}

/** The first of one table: a queue is read a part at a time. */
function selectPlaced(table: string, origin: string, condition: string): string {
  return `SELECT * FROM (SELECT id, ${origin}, ${PLACE_COLUMNS} FROM ${table}
    WHERE segment IS NOT NULL AND id > @aboveId AND ${condition} ORDER BY id LIMIT @max)`;
}
