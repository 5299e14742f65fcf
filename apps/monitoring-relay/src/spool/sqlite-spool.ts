import { Logger } from '../logging/logger.ts';
import { toReason } from '../logging/to-reason.ts';
import type { OutcomeCount } from '#shared';
import { countFailed } from '../outcomes/count-ending.ts';
import { FailedReports } from './failed-reports.ts';
import type { LeftReport } from './left-report.ts';
import {
  type FailedReport,
  type Failure,
  type IncomingReport,
  type QueueState,
  type SettledReports,
  Spool,
  type SpooledReport,
} from './spool.ts';
import type { ClaimMark } from './claim-mark.ts';
import { SpilledBodies } from './spilled-bodies.ts';
import { SpoolBodies } from './spool-bodies.ts';
import type { SpoolFile } from './spool-file.ts';
import type { ClaimLimits } from './spool-queue.ts';
import {
  BODY_BYTES,
  findPlace,
  PLACE_COLUMNS,
  REPORT_COLUMNS,
  REPORT_FACTS,
  type ReportRow,
  toPlaceColumns,
  toReport,
} from './report-row.ts';
import type { BodyPlace } from './segments/body-place.ts';
import { SpoolTallies, tallyProjectId } from './spool-tallies.ts';
import { formatContents, parseContents } from './stored-contents.ts';

/** A row, or the id of one that is to be read by itself: its body is not in a segment, or one beside it is damaged. */
type ListedRow =
  (ReportRow & { readonly segment: number }) | { readonly id: number; readonly segment: null };

interface RemovedReport extends LeftReport {
  readonly segment: number | null;
}

/** Without the damaged rows, which stay in the table. */
const QUEUED = 'NOT EXISTS (SELECT 1 FROM failed_reports WHERE failed_reports.id = reports.id)';

const NEXT = `WHERE id > ? AND ${QUEUED} ORDER BY id LIMIT ?`;

/** About the largest of ordinary reports: where this does not fit, hardly any of them does. */
const PROBE_BYTES = 64 * 1024;

/** It is a report, and that is all there is to know. */
const UNREADABLE: LeftReport = { project_id: -1, bytes: 0 };

/** A spool of this process's own: what is known of each report in one SQLite file, the bodies in segments beside it. */
export class SqliteSpool extends Spool {
  override readonly name: string;
  private readonly logger = new Logger(SqliteSpool.name);
  private readonly statements;
  private readonly failed: FailedReports;
  private readonly tallies: SpoolTallies;
  private readonly spilled: SpilledBodies;
  private readonly listeners: (() => void)[] = [];
  private readonly queue: { reports: number; bytes: number };
  private claimedUpToId = 0;
  /** Resolves, never rejects, when the claim under way has ended. */
  private claiming: Promise<unknown> = Promise.resolve();
  /** How often claims were released. */
  private releases = 0;
  private isOriginKept = false;
  /** Counted by an earlier opening. */
  private areTalliesLeft: boolean;
  private isAnnouncing = false;

  constructor(
    private readonly file: SpoolFile,
    private readonly bodies = new SpoolBodies(file.bodiesFolder),
  ) {
    super();
    this.name = file.name;
    this.statements = prepareStatements(file.db);
    this.tallies = new SpoolTallies(file);
    this.areTalliesLeft = !this.tallies.areEmpty;
    this.spilled = new SpilledBodies(file, bodies);
    this.failed = new FailedReports(file, { tallies: this.tallies, spilled: this.spilled });
    // Counted once: a count over rows with large bodies reads the whole table.
    this.queue = this.statements.measure.get() as { reports: number; bytes: number };
    this.queue.bytes += this.spilled.measure('reports');
  }

  override get mark(): ClaimMark {
    return this.file.mark;
  }

  override get isFailing(): boolean {
    return this.file.isFailing;
  }

  override get queuedReports(): number {
    return this.queue.reports;
  }

  override get queuedBytes(): number {
    return this.queue.bytes + this.bodies.arrivingBytes;
  }

  override get heldBytes(): number {
    return this.queuedBytes + this.file.segments.paddingBytes;
  }

  override async append(report: IncomingReport): Promise<number> {
    const { projectId, publicKey, eventId, receivedAtMs, body, spilled } = report;
    const { origin } = this.file;
    const contents = formatContents(report.contents);
    const insert = (place?: BodyPlace): number => {
      // First, so that every copy of the file gives them the same identity.
      if (this.areTalliesLeft) this.tallies.queue();
      const facts = [origin, projectId, publicKey, contents, eventId ?? null, receivedAtMs];
      const { lastInsertRowid } = this.statements.insert.run(...facts, ...toPlaceColumns(place));
      // Not when it is opened: a look at a spool, for what is left in it, writes nothing.
      if (!this.isOriginKept) this.statements.keepOrigin.run(lastInsertRowid, origin);
      if (spilled) this.spilled.add(Number(lastInsertRowid), spilled);
      return Number(lastInsertRowid);
    };
    const id = await (body.length === 0
      ? this.file.write(insert)
      : this.file.writeWithBody(body, insert));
    this.isOriginKept = true;
    this.areTalliesLeft = false;
    this.queue.reports += 1;
    this.queue.bytes += body.length + (spilled?.bytes ?? 0);
    if (spilled) this.spilled.adopt(spilled);
    this.announce();
    return id;
  }

  override onAppended(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** One after the other: a claim that meets damage waits for a commit, and the next would find the same rows. */
  override claim(limits: ClaimLimits): Promise<SpooledReport[]> {
    const { releases } = this;
    const claim = this.claiming.then(() => this.claimNext(limits, releases));
    this.claiming = claim.catch(() => undefined);
    return claim;
  }

  override releaseClaims(): void {
    this.releases += 1;
    this.claimedUpToId = 0;
  }

  override async settle(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const left = await this.write(() =>
      ids.flatMap((id) => {
        const report = this.statements.remove.get(id) as RemovedReport | undefined;
        if (!report) return [];
        if (report.segment !== null) this.file.segments.release(report.segment);
        return { ...report, bytes: report.bytes + this.spilled.remove(id) };
      }),
    );
    for (const each of left) this.leave(each);
  }

  override async fail(id: number, failure: Failure): Promise<void> {
    this.leave(await this.failed.keep(id, failure));
  }

  override listFailed(): Promise<FailedReport[]> {
    return Promise.resolve(this.failed.list());
  }

  override readFailed(id: number): AsyncIterable<Buffer> | undefined {
    return this.failed.read(id);
  }

  override async retryFailed(ids: readonly number[]): Promise<number> {
    return this.failed.retry(ids, {
      prepare: () => {
        if (this.areTalliesLeft) this.tallies.queue();
      },
      onMoved: (moved) => {
        this.areTalliesLeft = false;
        for (const report of moved) this.enter(report);
        this.announce();
      },
    });
  }

  override discardFailed(ids: readonly number[]): Promise<number> {
    return this.failed.discard(ids);
  }

  override async tally(outcomes: readonly OutcomeCount[]): Promise<void> {
    if (outcomes.length > 0) await this.file.write(() => this.tallies.add(outcomes));
  }

  override async queueTallies(): Promise<void> {
    if (this.tallies.areEmpty || this.tallies.areQueued) return;
    await this.file.write(() => this.tallies.queue());
    this.areTalliesLeft = false;
    this.announce();
  }

  override listSettled(): Promise<SettledReports[]> {
    const beforeId = this.getFirstPendingId();
    const origins = this.statements.listOrigins.all() as { first_id: number; origin: string }[];
    return Promise.resolve(
      origins.map(({ origin }, index) => {
        const endId = origins[index + 1]?.first_id ?? this.getNextId();
        return { origin, beforeId, isOver: origin !== this.file.origin && beforeId >= endId };
      }),
    );
  }

  override async dropOrigin(origin: string): Promise<void> {
    await this.file.write(() => this.statements.dropOrigin.run(origin));
  }

  override getQueueState(nowMs: number): Promise<QueueState> {
    const first = this.statements.firstReport.get() as
      Pick<ReportRow, 'received_at_ms'> | undefined;
    const oldestMs = first ? Math.max(0, nowMs - first.received_at_ms) : 0;
    return Promise.resolve({ depth: this.queue.reports, oldestMs, failed: this.failed.count });
  }

  /** Two commits, because what one transaction both makes and drops never reaches the disk. */
  override async probe(): Promise<void> {
    const { segments } = this.file;
    const { segment } = await this.file.writeWithBody(Buffer.alloc(PROBE_BYTES), (place) => {
      this.statements.keepProbe.run(PROBE_BYTES);
      return place;
    });
    try {
      await this.file.write(() => {
        this.statements.dropProbe.run();
        segments.release(segment);
      });
    } catch (error) {
      segments.abandon(segment);
      throw error;
    }
  }

  override giveBackSpace(maxBytes: number): Promise<number> {
    return Promise.resolve(this.file.segments.giveBackSpare() + this.giveBackPages(maxBytes));
  }

  override close(): Promise<void> {
    this.file.close();
    return Promise.resolve();
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
    return reports;
  }

  private giveBackPages(maxBytes: number): number {
    const { db } = this.file;
    const pageBytes = db.pragma('page_size', { simple: true }) as number;
    const freePages = db.pragma('freelist_count', { simple: true }) as number;
    const pages = Math.min(freePages, Math.floor(maxBytes / pageBytes));
    if (pages === 0) return 0;
    db.pragma(`incremental_vacuum(${pages})`);
    return pages * pageBytes;
  }

  /** Ids rise over all origins of a file: below it none of any is queued, nor ever will be. */
  private getFirstPendingId(): number {
    return (this.statements.firstId.get() as number | undefined) ?? this.getNextId();
  }

  private getNextId(): number {
    return ((this.statements.lastGivenId.get() as number | undefined) ?? 0) + 1;
  }

  /** All together, without the bodies that are in rows; where one is damaged with nothing but their ids. */
  private listRows(aboveId: number, max: number): readonly ListedRow[] {
    try {
      return this.statements.listRows.all(aboveId, max) as ListedRow[];
    } catch (error) {
      if (!isDamage(error)) throw error;
      return this.statements.listIds.all(aboveId, max) as ListedRow[];
    }
  }

  /** With the files of reports that leave. */
  private async write<Result>(run: () => Result): Promise<Result> {
    let isCommitted = false;
    try {
      const result = await this.file.write(run);
      isCommitted = true;
      return result;
    } finally {
      await this.spilled.settle(isCommitted);
    }
  }

  /** As many as have bodies of `maxBytes` together, at least one. What is read by itself costs no other when it is damaged. */
  private async readRows(
    listed: readonly ListedRow[],
    maxBytes: number,
  ): Promise<{ rows: readonly ReportRow[]; lastId: number }> {
    const rows: ReportRow[] = [];
    let bytes = 0;
    let lastId = 0;
    for (const each of listed) {
      const row = each.segment === null ? await this.readRow(each.id) : each;
      if (row) bytes += row.body_bytes ?? this.spilled.find(row.id)?.bytes ?? row.body.length;
      if (rows.length > 0 && bytes > maxBytes) break;
      if (row) rows.push(row);
      lastId = each.id;
    }
    return { rows, lastId };
  }

  /** Without those that are damaged: they are kept aside. */
  private async readReports(rows: readonly ReportRow[]): Promise<SpooledReport[]> {
    const bodies = this.file.segments.read(rows.flatMap((row) => findPlace(row) ?? [])).values();
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
    try {
      const spilled = this.spilled.find(row.id);
      if (body && (!spilled || this.spilled.isWhole(spilled))) {
        const bodyFile = spilled && { bodyFile: this.spilled.locate(spilled) };
        return { ...toReport(row, body), ...bodyFile };
      }
      await this.setAside(row);
    } catch (error) {
      // SQLite does not notice when a text has changed on the disk.
      if (!(error instanceof SyntaxError)) throw error;
      await this.keepUnreadable(row.id, error);
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
    await this.fail(id, { reason, outcomes });
    this.logger.error(`Report ${id} of spool ${this.name} cannot be read. ${reason}`);
  }

  /** Undefined when it is damaged: it is kept aside then, as far as it can be read. */
  private async readRow(id: number): Promise<ReportRow | undefined> {
    try {
      return this.statements.read.get(id) as ReportRow;
    } catch (error) {
      if (!isDamage(error)) throw error;
      await this.keepUnreadable(id, error);
      return undefined;
    }
  }

  private async keepUnreadable(id: number, error: Error): Promise<void> {
    const reason = `The spool is damaged: ${toReason(error)}.`;
    if (await this.failed.keepUnreadable(id, reason)) this.leave(this.measureDamaged(id));
    this.logger.error(`Report ${id} of spool ${this.name} cannot be read. ${reason}`);
  }

  private enter(report: LeftReport): void {
    if (report.project_id === tallyProjectId) return;
    this.queue.reports += 1;
    this.queue.bytes += report.bytes;
  }

  private leave(report: LeftReport | undefined): void {
    if (!report || report.project_id === tallyProjectId) return;
    this.queue.reports -= 1;
    this.queue.bytes -= report.bytes;
  }

  /** What stands before the body mostly can be read. */
  private measureDamaged(id: number): LeftReport | undefined {
    try {
      return this.statements.findLeft.get(id) as LeftReport | undefined;
    } catch {
      return UNREADABLE;
    }
  }

  /** Once per commit, not once per report: all appends of a commit resolve in the same turn. */
  private announce(): void {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    queueMicrotask(() => {
      this.isAnnouncing = false;
      for (const listener of this.listeners) listener();
    });
  }
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    // Not `sum`, which throws beyond 64 bits: a length may be damaged.
    measure: db.prepare(
      `SELECT count(*) AS reports, total(${BODY_BYTES}) AS bytes FROM reports
       WHERE project_id <> ${tallyProjectId} AND ${QUEUED}`,
    ),
    findLeft: db.prepare(`SELECT project_id, ${BODY_BYTES} AS bytes FROM reports WHERE id = ?`),
    insert: db.prepare(
      `INSERT INTO reports (${REPORT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, x'', ?, ?, ?, ?)`,
    ),
    remove: db.prepare(
      `DELETE FROM reports WHERE id = ? RETURNING project_id, ${BODY_BYTES} AS bytes, segment`,
    ),
    listRows: db.prepare(
      `SELECT id, ${REPORT_FACTS}, x'' AS body, ${PLACE_COLUMNS} FROM reports ${NEXT}`,
    ),
    listIds: db.prepare(`SELECT id, NULL AS segment FROM reports ${NEXT}`),
    read: db.prepare(`SELECT id, ${REPORT_COLUMNS} FROM reports WHERE id = ?`),
    firstId: db.prepare(`SELECT id FROM reports WHERE ${QUEUED} ORDER BY id LIMIT 1`).pluck(),
    firstReport: db.prepare(
      `SELECT received_at_ms FROM reports
       WHERE project_id <> ${tallyProjectId} AND ${QUEUED} ORDER BY id LIMIT 1`,
    ),
    lastGivenId: db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'reports'").pluck(),
    keepOrigin: db.prepare('INSERT OR IGNORE INTO origins (first_id, origin) VALUES (?, ?)'),
    dropOrigin: db.prepare('DELETE FROM origins WHERE origin = ?'),
    listOrigins: db.prepare('SELECT first_id, origin FROM origins ORDER BY first_id'),
    keepProbe: db.prepare('INSERT OR REPLACE INTO probe (id, body) VALUES (1, zeroblob(?))'),
    dropProbe: db.prepare('DELETE FROM probe'),
  };
}

/** The one fault that reading again will not cure; a disk that reports an error may recover. */
function isDamage(error: unknown): error is Error {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_CORRUPT');
}
