import type { SqliteStatement } from '#sqlite';
import { Logger } from '../../logging/logger.ts';
import { toReason } from '../../logging/to-reason.ts';
import { countFailed } from '../../outcomes/count-ending.ts';
import { ClaimAttempts } from './claim-attempts.ts';
import { isDamage } from '../damage/is-damage.ts';
import { findPlace, PLACE_COLUMNS } from '../rows/place-columns.ts';
import { QUEUED } from '../rows/queued-rows.ts';
import { requireRising } from '../rows/require-rising.ts';
import { REPORT_COLUMNS, REPORT_FACTS, type ReportRow, toReport } from '../rows/report-row.ts';
import type { SpilledBodies } from '../bodies/spilled-bodies.ts';
import type { ClaimLimits, Failure, SpooledReport } from '../ports/spool-queue.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import { parseContents } from '../rows/stored-contents.ts';

/** A row, or the id of one that is to be read by itself: its body is not in a segment, or one beside it is damaged. */
type ListedRow =
  | (ReportRow & { readonly segment: number })
  | { readonly id: number; readonly segment: null };

const NEXT = `WHERE id > ? AND ${QUEUED} ORDER BY id LIMIT ?`;

export interface ReportClaimsParts {
  readonly file: SpoolFile;
  readonly spilled: SpilledBodies;
  /** Keeps a report aside whose body is damaged. */
  readonly fail: (id: number, failure: Failure) => Promise<void>;
  /** Keeps one aside whose row cannot be read. */
  readonly failUnreadable: (id: number, reason: string) => Promise<void>;
}

/**
 * Finds the reports of a spool that nobody claimed yet, oldest first, and counts each claim. What is damaged on the way is
 * kept aside.
 */
export class ReportClaims {
  private readonly logger = new Logger(ReportClaims.name);
  private readonly statements;
  private readonly attempts: ClaimAttempts;
  private claimedUpToId = 0;
  /** Resolves, never rejects, when the claim under way has ended. */
  private claiming: Promise<unknown> = Promise.resolve();
  /** How often claims were released. */
  private releases = 0;

  constructor(private readonly parts: ReportClaimsParts) {
    this.statements = prepareStatements(parts.file.db);
    this.attempts = new ClaimAttempts(parts.file);
  }

  /** One after the other: a claim that meets damage waits for a commit, and the next would find the same rows. */
  claim(limits: ClaimLimits): Promise<SpooledReport[]> {
    const { releases } = this;
    const claim = this.claiming.then(() => this.claimNext(limits, releases));
    this.claiming = claim.catch(() => undefined);
    return claim;
  }

  /** Damage is found by the claim. */
  get isNextTried(): boolean {
    try {
      return (
        ((this.statements.nextAttempts.get(this.claimedUpToId) as number | undefined) ?? 0) > 0
      );
    } catch {
      return false;
    }
  }

  clearAttempts(): void {
    this.attempts.clear(this.claimedUpToId);
  }

  release(): void {
    this.releases += 1;
    this.claimedUpToId = 0;
  }

  /** Nothing when claims were released since this one was asked for: then whoever asked is gone. */
  private async claimNext(limits: ClaimLimits, releases: number): Promise<SpooledReport[]> {
    let reports: SpooledReport[] = [];
    let upToId = this.claimedUpToId;
    let found = this.listRows(upToId, limits.maxReports);
    while (reports.length === 0 && found.length > 0) {
      const { rows, lastId } = await this.readRows(found, limits.maxBytes);
      upToId = lastId;
      reports = await this.readReports(rows);
      if (reports.length === 0) found = this.listRows(upToId, limits.maxReports);
    }
    if (releases !== this.releases) return [];
    this.claimedUpToId = upToId;
    this.attempts.count(reports.map(({ id }) => id));
    return reports;
  }

  /** All together, without the bodies that are in rows; where one is damaged with nothing but their ids. */
  private listRows(aboveId: number, max: number): readonly ListedRow[] {
    try {
      return list(this.statements.listRows, aboveId, max);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return list(this.statements.listIds, aboveId, max);
    }
  }

  /** As many as have bodies of `maxBytes` together, at least one; one that was tried before comes alone. What is read by itself costs no other when it is damaged. */
  private async readRows(
    listed: readonly ListedRow[],
    maxBytes: number,
  ): Promise<{ rows: readonly ReportRow[]; lastId: number }> {
    const rows: ReportRow[] = [];
    let bytes = 0;
    let lastId = 0;
    for (const each of listed) {
      const row = each.segment === null ? await this.readRow(each.id) : each;
      if (row) bytes += row.body_bytes ?? this.parts.spilled.find(row.id)?.bytes ?? row.body.length;
      if (rows.length > 0 && (bytes > maxBytes || isTried(rows[0]) || isTried(row))) break;
      if (row) rows.push(row);
      lastId = each.id;
    }
    return { rows, lastId };
  }

  /** Without those that are damaged: they are kept aside. */
  private async readReports(rows: readonly ReportRow[]): Promise<SpooledReport[]> {
    const { segments } = this.parts.file;
    const bodies = segments.read(rows.flatMap((row) => findPlace(row) ?? [])).values();
    const reports: SpooledReport[] = [];
    for (const row of rows) {
      const report = await this.readReport(
        row,
        row.segment === null ? row.body : bodies.next().value,
      );
      if (report) reports.push(report);
    }
    return reports;
  }

  private async readReport(
    row: ReportRow,
    body: Buffer | undefined,
  ): Promise<SpooledReport | undefined> {
    const { spilled } = this.parts;
    try {
      const inFile = spilled.find(row.id);
      if (body && (!inFile || spilled.isWhole(inFile))) {
        const bodyFile = inFile && { bodyFile: spilled.locate(inFile) };
        return { ...toReport(row, body), ...bodyFile };
      }
      await this.setAside(row);
    } catch (error) {
      // SQLite does not notice when a text has changed on the disk.
      if (!(error instanceof SyntaxError)) throw error;
      await this.failUnreadable(row.id, error);
    }
    return undefined;
  }

  private async setAside(row: ReportRow): Promise<void> {
    const { id, project_id: projectId, public_key: publicKey, received_at_ms: atMs } = row;
    const reason =
      row.segment === null
        ? 'The file that had its body is gone, or was cut.'
        : `Its body in segment ${row.segment} is gone, or damaged.`;
    const contents = parseContents(row.contents);
    const outcomes = countFailed({ projectId, publicKey, atMs }, 'damaged', contents);
    await this.parts.fail(id, { reason, outcomes });
    this.complain(id, reason);
  }

  /** Undefined when it is damaged: it is kept aside then, as far as it can be read. */
  private async readRow(id: number): Promise<ReportRow | undefined> {
    try {
      return this.statements.read.get(id) as ReportRow;
    } catch (error) {
      if (!isDamage(error)) throw error;
      await this.failUnreadable(id, error);
      return undefined;
    }
  }

  private async failUnreadable(id: number, error: Error): Promise<void> {
    const reason = `The spool is damaged: ${toReason(error)}.`;
    await this.parts.failUnreadable(id, reason);
    this.complain(id, reason);
  }

  private complain(id: number, reason: string): void {
    const { name } = this.parts.file;
    this.logger.error(`Report ${id} of spool ${name} cannot be read. ${reason}`);
  }
}

function isTried(row: ReportRow | undefined): boolean {
  return row !== undefined && row.attempts > 0;
}

function list(by: SqliteStatement, aboveId: number, max: number): readonly ListedRow[] {
  const rows = by.all(aboveId, max) as ListedRow[];
  requireRising(
    rows.map(({ id }) => id),
    aboveId,
  );
  return rows;
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    listRows: db.prepare(
      `SELECT id, ${REPORT_FACTS}, x'' AS body, ${PLACE_COLUMNS}, attempts FROM reports ${NEXT}`,
    ),
    listIds: db.prepare(`SELECT id, NULL AS segment FROM reports ${NEXT}`),
    read: db.prepare(`SELECT id, ${REPORT_COLUMNS}, attempts FROM reports WHERE id = ?`),
    nextAttempts: db
      .prepare(`SELECT attempts FROM reports WHERE id > ? AND ${QUEUED} ORDER BY id LIMIT 1`)
      .pluck(),
  };
}
