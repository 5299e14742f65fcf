import { Logger, describeError } from '#telemetry/plain';
import { noContents } from '../../outcomes/report-contents.ts';
import { findFailure, toDamagedRow, toLostBody, STOP_ATTEMPTS } from './known-failure.ts';
import { findPlace, PLACE_COLUMNS } from '../rows/place-columns.ts';
import { requireRising } from '../rows/require-rising.ts';
import {
  REPORT_COLUMNS,
  REPORT_FACTS,
  type ReportRow,
  toFacts,
  toReport,
} from '../rows/report-row.ts';
import type { SpilledBodies } from '../bodies/spilled-bodies.ts';
import type { ClaimLimits, KnownFailure, SpooledReport } from '../ports/spool-queue.ts';
import type { SpoolFile } from '../file/spool-file.ts';

/**
 * Counts claims in each report's row. Settling removes the row. A count found after a restart
 * therefore means that processing ended while the report was claimed.
 */
class ClaimAttempts {
  private readonly logger = new Logger(ClaimAttempts.name);
  private readonly statements;
  private isFailing = false;

  constructor(private readonly file: SpoolFile) {
    const update = (attempts: string) =>
      file.db.prepare(
        `UPDATE reports SET attempts = ${attempts} WHERE id IN (SELECT value FROM json_each(?))`,
      );
    this.statements = {
      count: update('attempts + 1'),
      addStop: update(`attempts + ${STOP_ATTEMPTS}`),
      clear: update('0'),
    };
  }

  /** Counts only readable reports, because writing to a damaged row may damage others. */
  change(how: 'count' | 'addStop' | 'clear', ids: readonly number[]): void {
    if (ids.length > 0) this.write(() => this.statements[how].run(JSON.stringify(ids)));
  }

  private write(run: () => unknown): void {
    try {
      this.file.writeUnsynced(run);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.logger.warn(
          `Attempts cannot be counted in ${this.file.name}. ${describeError(error)}`,
        );
      this.isFailing = true;
    }
  }
}

const NOTHING = Buffer.alloc(0);
/** A project that has more than this part of a full claim waits for its turn from then on. */
const MOST_SHARE = 1 / 4;

export interface ReportClaimsParts {
  readonly file: SpoolFile;
  readonly spilled: SpilledBodies;
}

interface Place {
  /** Reports are claimed up to this id, except those of projects that are passed over. */
  upToId: number;
  /** Projects that are passed over, with the id up to which theirs are claimed. */
  readonly passedOver: Map<number, number>;
  isTheirTurn: boolean;
}

export class ReportClaims {
  private readonly logger = new Logger(ReportClaims.name);
  private readonly statements;
  private readonly attempts: ClaimAttempts;
  /** Claimed reports that are not settled. */
  private readonly claimed = new Set<number>();
  private readonly left: number[] = [];
  /** Reports that a process had claimed before it ended. Each comes alone, before all others. */
  private tried: number[] | undefined;
  private place: Place = { upToId: 0, passedOver: new Map(), isTheirTurn: false };
  private hasCrashed = false;

  constructor(private readonly parts: ReportClaimsParts) {
    this.statements = prepareStatements(parts.file.db);
    this.attempts = new ClaimAttempts(parts.file);
  }

  /**
   * Claims the oldest unclaimed reports, of one project with very many in turn with all others.
   * Claims none, and throws, when the spool cannot be read.
   */
  claim(limits: ClaimLimits): SpooledReport[] {
    const place = { ...this.place, passedOver: new Map(this.place.passedOver) };
    this.tried ??= this.statements.listTried.all() as number[];
    const [tried] = this.tried;
    const rows =
      tried === undefined
        ? this.listInTurn(place, limits)
        : [this.statements.read.get(tried) as ReportRow];
    const reports = this.readReports(rows);
    this.place = place;
    this.tried.shift();
    const ids = rows.map(({ id }) => id);
    for (const id of ids) this.claimed.add(id);
    this.attempts.change('count', ids);
    return reports;
  }

  noteSettled(ids: readonly number[]): void {
    for (const id of ids) this.claimed.delete(id);
  }

  /** These reports stay in the spool, and no later stop of the thread is theirs. */
  noteLeft(ids: readonly number[]): void {
    this.noteSettled(ids);
    this.left.push(...ids);
  }

  clearAttempts(): void {
    if (!this.hasCrashed) this.attempts.change('clear', [...this.claimed, ...this.left]);
  }

  noteCrash(hasEnded?: boolean): void {
    this.hasCrashed = true;
    if (!hasEnded) this.attempts.change('addStop', [...this.claimed]);
  }

  private listInTurn(place: Place, limits: ClaimLimits): readonly ReportRow[] {
    const theirs = place.isTheirTurn ? this.listPassedOver(place, limits) : [];
    place.isTheirTurn = false;
    if (theirs.length > 0) return theirs;
    const arePassed = place.passedOver.size > 0;
    const rows = this.listOthers(place, limits);
    if (rows.length === 0) return this.listPassedOver(place, limits);
    place.isTheirTurn = arePassed;
    return rows;
  }

  private listOthers(place: Place, limits: ClaimLimits): readonly ReportRow[] {
    const { list, lastId } = this.statements;
    const { upToId, passedOver } = place;
    const passed = JSON.stringify([...passedOver.keys()]);
    const listed = list.all(upToId, passed, limits.maxReports) as ReportRow[];
    const { rows, isAll } = this.takeFitting(listed, upToId, limits);
    place.upToId = isAll ? ((lastId.get() as number | null) ?? upToId) : rows.at(-1)!.id;
    if (isAll) return rows;
    const shares = new Map<number, number>();
    for (const row of rows) {
      const share = Math.max(this.measure(row) / limits.maxBytes, 1 / limits.maxReports);
      shares.set(row.project_id, (shares.get(row.project_id) ?? 0) + share);
    }
    for (const [id, share] of shares) if (share > MOST_SHARE) passedOver.set(id, place.upToId);
    return rows;
  }

  /** Lists reports of the next project that was passed over. */
  private listPassedOver({ upToId, passedOver }: Place, limits: ClaimLimits): readonly ReportRow[] {
    for (const [projectId, aboveId] of passedOver) {
      passedOver.delete(projectId);
      const places = [aboveId, upToId, projectId, limits.maxReports] as const;
      const listed = this.statements.listOf.all(...places) as ReportRow[];
      const { rows, isAll } = this.takeFitting(listed, aboveId, limits);
      if (!isAll) passedOver.set(projectId, rows.at(-1)!.id);
      if (rows.length > 0) return rows;
    }
    return [];
  }

  /** Returns rows whose bodies have at most `maxBytes` together, but at least one row. */
  private takeFitting(
    listed: readonly ReportRow[],
    aboveId: number,
    { maxReports, maxBytes }: ClaimLimits,
  ): { readonly rows: readonly ReportRow[]; readonly isAll: boolean } {
    requireRising(
      listed.map(({ id }) => id),
      aboveId,
    );
    const rows: ReportRow[] = [];
    let bytes = 0;
    for (const each of listed) {
      // Bodies stored in rows are read one by one, because all of them together may be too large
      // for memory.
      const row = each.segment === null ? (this.statements.read.get(each.id) as ReportRow) : each;
      bytes += this.measure(row);
      if (rows.length > 0 && bytes > maxBytes) break;
      rows.push(row);
    }
    return { rows, isAll: rows.length === listed.length && rows.length < maxReports };
  }

  private measure(row: ReportRow): number {
    return row.body_bytes ?? this.parts.spilled.find(row.id)?.bytes ?? row.body.length;
  }

  private readReports(rows: readonly ReportRow[]): SpooledReport[] {
    const { segments } = this.parts.file;
    const bodies = segments.read(rows.flatMap((row) => findPlace(row) ?? [])).values();
    return rows.map((row) =>
      this.readReport(row, row.segment === null ? row.body : bodies.next().value),
    );
  }

  private readReport(row: ReportRow, body: Buffer | undefined): SpooledReport {
    const { spilled } = this.parts;
    const inFile = spilled.find(row.id);
    const isLost = !body || (inFile !== undefined && !spilled.isWhole(inFile));
    const bodyFile = inFile && !isLost ? { bodyFile: spilled.locate(inFile) } : {};
    try {
      const known = findFailure(row);
      if (known) return { ...toFailed(row, known, body), ...bodyFile };
      if (!isLost) return { ...toReport(row, body), ...bodyFile };
      return this.logUnreadable(row, toLostBody(row));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return this.logUnreadable(row, toDamagedRow(row, error));
    }
  }

  private logUnreadable(row: ReportRow, failure: KnownFailure): SpooledReport {
    const { name } = this.parts.file;
    this.logger.error(`Report ${row.id} of spool ${name} cannot be read. ${failure.reason}`);
    return toFailed(row, failure, NOTHING);
  }
}

function toFailed(row: ReportRow, failure: KnownFailure, body: Buffer = NOTHING): SpooledReport {
  const attempts = row.attempts === 0 ? {} : { attempts: row.attempts };
  return { ...toFacts(row, body), contents: noContents, ...attempts, failure };
}

const SELECT = `SELECT id, ${REPORT_FACTS}, x'' AS body, ${PLACE_COLUMNS}, attempts FROM reports`;

function prepareStatements(db: SpoolFile['db']) {
  return {
    list: db.prepare(
      `${SELECT} WHERE id > ? AND attempts = 0
       AND project_id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
    ),
    listOf: db.prepare(
      `${SELECT} WHERE id > ? AND id <= ? AND attempts = 0 AND project_id = ? ORDER BY id LIMIT ?`,
    ),
    listTried: db.prepare('SELECT id FROM reports WHERE attempts > 0 ORDER BY id').pluck(),
    lastId: db.prepare('SELECT max(id) FROM reports').pluck(),
    read: db.prepare(`SELECT id, ${REPORT_COLUMNS}, attempts FROM reports WHERE id = ?`),
  };
}
