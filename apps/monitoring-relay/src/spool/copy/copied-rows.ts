import { SqliteDatabase } from '#sqlite';
import { requireSoundCopy } from '#persistence';
import type { SpilledBody } from '../ports/spool-intake.ts';
import { findPlace, PLACE_COLUMNS, type PlaceColumns } from '../rows/place-columns.ts';
import type { BodyPlace } from '../segments/body-place.ts';
import { tallyProjectId } from '../tallies/spool-tallies.ts';
import { copyOpenFile } from './copy-open-file.ts';

/**
 * Number of attempts to copy a file. An attempt fails when SQLite restarts the write-ahead log
 * meanwhile, which often happens to a large file under load.
 */
const MOST_ATTEMPTS = 100;
const PAGE = 200;
const NAMERS = { reports: 'id', forwards: 'id', body_files: 'report_id' };

export interface PlacedBody {
  readonly id: number;
  readonly place: BodyPlace;
}

export interface BodyInFile extends SpilledBody {
  readonly id: number;
}

/**
 * Copies the rows of a file that a relay may have open. Rejects with a RangeError that names the
 * file when it is damaged or changes too fast. Also rejects when the file cannot be copied.
 */
export async function takeRows(from: string, to: string): Promise<CopiedRows> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    if (!(await copyOpenFile(from, to))) continue;
    requireSoundCopy(to, from);
    return new CopiedRows(to);
  }
  throw new RangeError(`the spool ${from} changes faster than it can be copied`);
}

export class CopiedRows {
  /** 0 for a spool whose creation was not finished. */
  readonly version: number;
  /** Reports that were acknowledged before the copy began have at most this id. */
  readonly lastGivenId: number;
  private readonly db: SqliteDatabase;

  constructor(path: string) {
    this.db = new SqliteDatabase(path, { mustExist: true });
    this.version = this.db.pragma('user_version') as number;
    const findLast = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'reports'";
    this.lastGivenId = this.has('reports') ? (this.read(findLast)[0] as number) : 0;
  }

  get keys(): string[] {
    return this.has('project_keys')
      ? (this.read('SELECT public_key FROM project_keys') as string[])
      : [];
  }

  get queued(): number {
    return this.count('reports', `project_id <> ${tallyProjectId}`);
  }

  get forwards(): number {
    return this.count('forwards', 'TRUE');
  }

  /**
   * Yields the bodies that are stored in segments, in pages ordered by report id. When rows of both
   * queues name a body, the body is yielded once.
   */
  *listPlaced(): Generator<PlacedBody[]> {
    if (this.version < 5) return;
    const sources = [selectPage('reports')];
    if (this.has('forwards')) sources.push(selectPage('forwards'));
    const list = this.db.prepare(`${sources.join(' UNION ')} ORDER BY id LIMIT ${PAGE}`);
    for (let aboveId = 0; ;) {
      const rows = list.all({ aboveId }) as (PlaceColumns & { id: number })[];
      if (rows.length === 0) return;
      yield rows.map((row) => ({ id: row.id, place: findPlace(row)! }));
      aboveId = rows.at(-1)!.id;
    }
  }

  listInFiles(): BodyInFile[] {
    if (!this.has('body_files')) return [];
    const list = 'SELECT report_id AS id, name, bytes FROM body_files ORDER BY report_id';
    return this.db.prepare(list).all() as BodyInFile[];
  }

  drop(ids: readonly number[]): void {
    const tables = Object.entries(NAMERS).filter(([table]) => this.has(table));
    const drops = tables.map(([table, id]) =>
      this.db.prepare(`DELETE FROM ${table} WHERE ${id} = ?`),
    );
    this.db.transaction(() => {
      for (const id of ids) for (const drop of drops) drop.run(id);
    });
  }

  close(): void {
    this.db.close();
  }

  private count(table: string, condition: string): number {
    if (!this.has(table)) return 0;
    return this.read(`SELECT count(*) FROM ${table} WHERE ${condition}`)[0] as number;
  }

  private read(sql: string): unknown[] {
    return this.db.prepare(sql).pluck().all();
  }

  private has(table: string): boolean {
    return this.db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  }
}

/** Limits each table by itself, so that a long queue is not sorted for every page. */
function selectPage(table: string): string {
  return `SELECT * FROM (SELECT id, ${PLACE_COLUMNS} FROM ${table}
    WHERE segment IS NOT NULL AND id > @aboveId ORDER BY id LIMIT ${PAGE})`;
}
