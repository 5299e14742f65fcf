import { Logger } from '#telemetry/plain';
import { noContents } from '../../outcomes/report-contents.ts';
import { ClaimAttempts } from './claim-attempts.ts';
import { findFailure, toDamagedRow, toLostBody } from './known-failure.ts';
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

const NOTHING = Buffer.alloc(0);

export interface ReportClaimsParts {
  readonly file: SpoolFile;
  readonly spilled: SpilledBodies;
}

export class ReportClaims {
  private readonly logger = new Logger(ReportClaims.name);
  private readonly statements;
  private readonly attempts: ClaimAttempts;
  private claimedUpToId = 0;
  private hasCrashed = false;

  constructor(private readonly parts: ReportClaimsParts) {
    this.statements = prepareStatements(parts.file.db);
    this.attempts = new ClaimAttempts(parts.file);
  }

  /**
   * Claims the oldest unclaimed reports. Claims none, and throws, when the spool cannot be read.
   */
  claim(limits: ClaimLimits): SpooledReport[] {
    const rows = this.listRows(limits);
    const reports = this.readReports(rows);
    this.claimedUpToId = rows.at(-1)?.id ?? this.claimedUpToId;
    this.attempts.count(rows.map(({ id }) => id));
    return reports;
  }

  clearAttempts(): void {
    if (!this.hasCrashed) this.attempts.clear(this.claimedUpToId);
  }

  noteCrash(): void {
    this.hasCrashed = true;
  }

  /**
   * Returns rows whose bodies have at most `maxBytes` together, but at least one row. A report that
   * was claimed before a crash is returned alone.
   */
  private listRows({ maxReports, maxBytes }: ClaimLimits): readonly ReportRow[] {
    const listed = this.statements.list.all(this.claimedUpToId, maxReports) as ReportRow[];
    requireRising(
      listed.map(({ id }) => id),
      this.claimedUpToId,
    );
    const rows: ReportRow[] = [];
    let bytes = 0;
    for (const each of listed) {
      // Bodies stored in rows are read one by one, because all of them together may be too large
      // for memory.
      const row = each.segment === null ? (this.statements.read.get(each.id) as ReportRow) : each;
      bytes += row.body_bytes ?? this.parts.spilled.find(row.id)?.bytes ?? row.body.length;
      if (rows.length > 0 && (bytes > maxBytes || isTried(rows[0]!) || isTried(row))) break;
      rows.push(row);
    }
    return rows;
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

function isTried(row: ReportRow): boolean {
  return row.attempts > 0;
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    list: db.prepare(
      `SELECT id, ${REPORT_FACTS}, x'' AS body, ${PLACE_COLUMNS}, attempts
       FROM reports WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    read: db.prepare(`SELECT id, ${REPORT_COLUMNS}, attempts FROM reports WHERE id = ?`),
  };
}
