import { ErrataError } from '#shared';
import { isEmpty } from '../outcomes/report-contents.ts';
import { SqliteForwardQueue } from './forward/sqlite-forward-queue.ts';
import { ReportClaims } from './claims/report-claims.ts';
import type { SpoolForwarding } from './ports/spool-forwarding.ts';
import type { IncomingReport, SpoolIntake } from './ports/spool-intake.ts';
import type { SpoolOperation } from './ports/spool-operation.ts';
import type { SpoolProcessing } from './ports/spool-processing.ts';
import type { ClaimLimits, SettledReports, SpooledReport } from './ports/spool-queue.ts';
import type { QueueState, SpoolUpkeep } from './ports/spool-upkeep.ts';
import { SpilledBodies } from './bodies/spilled-bodies.ts';
import { SpoolBodies } from './bodies/spool-bodies.ts';
import type { SpoolFile } from './file/spool-file.ts';
import { toPlaceColumns } from './rows/place-columns.ts';
import { BODY_BYTES, REPORT_COLUMNS, type ReportRow } from './rows/report-row.ts';
import type { BodyPlace } from './segments/body-place.ts';
import { SpoolTallies, tallyProjectId } from './tallies/spool-tallies.ts';
import { formatContents } from './rows/stored-contents.ts';

interface RemovedReport {
  readonly project_id: number;
  readonly bytes: number;
  readonly segment: number | null;
}

/**
 * Size of the body that a probe writes: about the largest ordinary report. When this body does not
 * fit, hardly any report fits.
 */
const PROBE_BYTES = 64 * 1024;

export class SqliteSpool
  implements SpoolIntake, SpoolProcessing, SpoolForwarding, SpoolUpkeep, SpoolOperation
{
  readonly name: string;
  readonly folder: string;
  readonly forwards: SqliteForwardQueue;
  private readonly statements;
  private readonly reportClaims: ReportClaims;
  private readonly tallies: SpoolTallies;
  private readonly spilled: SpilledBodies;
  private readonly listeners: (() => void)[] = [];
  private readonly queue: { reports: number; bytes: number };
  private readonly leftIds: number[] = [];
  private isOriginStored = false;
  private hasOlderTallies: boolean;
  private isAnnouncing = false;

  constructor(
    private readonly file: SpoolFile,
    private readonly bodies = new SpoolBodies(file.bodiesFolder),
  ) {
    this.name = file.name;
    this.folder = file.folder;
    this.statements = prepareStatements(file.db);
    this.tallies = new SpoolTallies(file);
    this.hasOlderTallies = !this.tallies.areEmpty;
    this.spilled = new SpilledBodies(file, bodies);
    this.forwards = new SqliteForwardQueue(file, { tallies: this.tallies, spilled: this.spilled });
    this.reportClaims = new ReportClaims({ file, spilled: this.spilled });
    // Counted only once, because a count over rows with large bodies reads the whole table.
    this.queue = this.statements.measure.get() as { reports: number; bytes: number };
    this.queue.bytes += this.spilled.measure();
  }

  get isFailing(): boolean {
    return this.file.isFailing;
  }

  get queuedReports(): number {
    return this.queue.reports;
  }

  get queuedBytes(): number {
    return this.queue.bytes + this.bodies.arrivingBytes;
  }

  get heldBytes(): number {
    return this.queuedBytes + this.file.segments.paddingBytes;
  }

  async append(report: IncomingReport): Promise<number> {
    this.requireUsable();
    const { body, spilled } = report;
    const insert = (place?: BodyPlace): number => this.insert(report, place);
    const id = await (body.length === 0
      ? this.file.write(insert)
      : this.file.writeWithBody(body, insert));
    this.hasOlderTallies = false;
    if (isForProcessing(report)) {
      this.isOriginStored = true;
      this.queue.reports += 1;
      this.queue.bytes += body.length + (spilled?.bytes ?? 0);
    }
    if (report.forwarding) this.forwards.noteAdded(report);
    if (spilled) this.spilled.adopt(spilled);
    this.announce();
    return id;
  }

  onAppended(listener: () => void): void {
    this.listeners.push(listener);
  }

  async claim(limits: ClaimLimits): Promise<SpooledReport[]> {
    return this.file.read(() => this.reportClaims.claim(limits));
  }

  clearAttempts(): void {
    this.reportClaims.clearAttempts();
  }

  noteCrash(hasEnded?: boolean): void {
    this.reportClaims.noteCrash(hasEnded);
  }

  async settle(ids: readonly number[]): Promise<void> {
    this.requireWritable();
    if (ids.length === 0) return;
    const left = await this.write(() =>
      ids.flatMap((id) => {
        const report = this.statements.remove.get(id) as RemovedReport | undefined;
        if (!report) return [];
        if (report.segment !== null) this.file.segments.release(report.segment);
        return { ...report, bytes: report.bytes + this.spilled.remove(id) };
      }),
    );
    this.reportClaims.noteSettled(ids);
    for (const each of left) this.noteRemoved(each);
  }

  /**
   * Keeps the rows. Later claims begin above the ids of these reports, and so do not
   * return them.
   */
  leave(ids: readonly number[]): Promise<void> {
    this.leftIds.push(...ids);
    this.reportClaims.noteLeft(ids);
    return Promise.resolve();
  }

  async queueTallies(): Promise<void> {
    if (this.file.read(() => this.tallies.areEmpty || this.tallies.areQueued)) return;
    await this.file.write(() => this.tallies.queue());
    this.hasOlderTallies = false;
    this.announce();
  }

  listSettled(): Promise<SettledReports[]> {
    return Promise.resolve(this.file.read(() => this.findSettled()));
  }

  async dropOrigin(origin: string): Promise<void> {
    await this.file.write(() => this.statements.dropOrigin.run(origin));
  }

  findOldestMs(): Promise<number | undefined> {
    return Promise.resolve(this.findFirstMs(this.leftIds));
  }

  async getQueueState(nowMs: number): Promise<QueueState> {
    const firstMs = this.findFirstMs([]);
    const oldestMs = firstMs === undefined ? 0 : Math.max(0, nowMs - firstMs);
    return { depth: this.queue.reports, oldestMs };
  }

  /**
   * Uses two commits, because data that one transaction both adds and removes never reaches the
   * disk.
   */
  async probe(): Promise<void> {
    this.requireUsable();
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

  giveBackSpace(maxBytes: number): Promise<number> {
    void this.forwards.compact();
    return Promise.resolve(this.file.read(() => this.giveBackPages(maxBytes)));
  }

  close(): Promise<void> {
    this.clearAttempts();
    this.file.close();
    return Promise.resolve();
  }

  private giveBackPages(maxBytes: number): number {
    const { db } = this.file;
    const pageBytes = db.pragma('page_size') as number;
    const freePages = db.pragma('freelist_count') as number;
    const pages = Math.min(freePages, Math.floor(maxBytes / pageBytes));
    if (pages === 0) return 0;
    db.pragma(`incremental_vacuum(${pages})`);
    return pages * pageBytes;
  }

  private requireUsable(): void {
    if (this.file.watch.end === undefined) return;
    const cause = new Error('The relay no longer uses this spool, because it is damaged or gone.');
    throw new ErrataError('spool.unavailable', { cause });
  }

  /**
   * Throws when the spool is damaged; callers do not retry this error. When only the spool's files
   * are gone, waiting reports can still be settled.
   */
  private requireWritable(): void {
    const { end } = this.file.watch;
    if (end?.kind === 'damaged')
      throw new Error('The relay no longer uses this spool, because it is damaged or gone.', {
        cause: end.fault,
      });
  }

  private findFirstMs(exceptIds: readonly number[]): number | undefined {
    const find = () => this.statements.firstReport.get(JSON.stringify(exceptIds));
    const first = this.file.read(find) as Pick<ReportRow, 'received_at_ms'> | undefined;
    return first?.received_at_ms;
  }

  private findSettled(): SettledReports[] {
    const beforeId = this.getFirstPendingId();
    const origins = this.statements.listOrigins.all() as { first_id: number; origin: string }[];
    return origins.map(({ origin }, index) => {
      const endId = origins[index + 1]?.first_id ?? this.getNextId();
      return { origin, beforeId, isOver: origin !== this.file.origin && beforeId >= endId };
    });
  }

  /**
   * Returns the lowest id that a queued or future report can have. Ids rise across all origins of a
   * file.
   */
  private getFirstPendingId(): number {
    return (this.statements.firstId.get() as number | undefined) ?? this.getNextId();
  }

  private getNextId(): number {
    return ((this.statements.lastGivenId.get() as number | undefined) ?? 0) + 1;
  }

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

  private insert(report: IncomingReport, place: BodyPlace | undefined): number {
    // Tallies of an earlier opening are queued before new reports, so that every copy of the file
    // gives them the same identity.
    if (this.hasOlderTallies) this.tallies.queue();
    const isProcessed = isForProcessing(report);
    const id = isProcessed ? this.insertReport(report, place) : this.takeId();
    if (report.forwarding) this.forwards.add(id, report, { place, isFirst: !isProcessed });
    return id;
  }

  private insertReport(report: IncomingReport, place: BodyPlace | undefined): number {
    const { projectId, publicKey, eventId, receivedAtMs, senderAddress, spilled, request } = report;
    const { origin } = this.file;
    const { passed: _, ...contents } = report.contents;
    const text = formatContents({ ...contents, request });
    const sender = [eventId ?? null, receivedAtMs, senderAddress ?? null];
    const facts = [origin, projectId, publicKey, text, ...sender];
    const { lastInsertRowid } = this.statements.insert.run(...facts, ...toPlaceColumns(place));
    // The origin is stored with the first report and not at the opening, because opening an
    // orphaned spool must write nothing.
    if (!this.isOriginStored) this.statements.keepOrigin.run(lastInsertRowid, origin);
    if (spilled) this.spilled.add(lastInsertRowid, spilled);
    return lastInsertRowid;
  }

  /**
   * Takes an id for a report that is only forwarded, so that no row of `reports` gets the same id.
   * https://sqlite.org/autoinc.html
   */
  private takeId(): number {
    const { takeNextId, takeFirstId } = this.statements;
    return (takeNextId.get() ?? takeFirstId.get()) as number;
  }

  private noteRemoved({ project_id: projectId, bytes }: RemovedReport): void {
    if (projectId === tallyProjectId) return;
    this.queue.reports -= 1;
    this.queue.bytes -= bytes;
    this.forwards.noteFreed(bytes);
  }

  /**
   * Calls the listeners once per commit, because all appends of a commit resolve in the same turn.
   */
  private announce(): void {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    queueMicrotask(() => {
      this.isAnnouncing = false;
      for (const listener of this.listeners) listener();
    });
  }
}

/**
 * Returns false for reports that are only forwarded, and for forwarded reports without any item to
 * process or count here.
 */
function isForProcessing({ forwarding, contents: { kept, filtered } }: IncomingReport): boolean {
  if (forwarding === 'also') return !isEmpty(kept) || !isEmpty(filtered);
  return forwarding === undefined;
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    // `total` instead of `sum`, because `sum` throws on overflow and a damaged length may be huge.
    measure: db.prepare(
      `SELECT count(*) AS reports, total(${BODY_BYTES}) AS bytes FROM reports
       WHERE project_id <> ${tallyProjectId}`,
    ),
    insert: db.prepare(
      `INSERT INTO reports (${REPORT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, x'', ?, ?, ?, ?)`,
    ),
    remove: db.prepare(
      `DELETE FROM reports WHERE id = ? RETURNING project_id, ${BODY_BYTES} AS bytes, segment`,
    ),
    firstId: db.prepare(`SELECT id FROM reports ORDER BY id LIMIT 1`).pluck(),
    firstReport: db.prepare(
      `SELECT received_at_ms FROM reports
       WHERE project_id <> ${tallyProjectId} AND id NOT IN (SELECT value FROM json_each(?))
       ORDER BY id LIMIT 1`,
    ),
    takeNextId: db
      .prepare("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'reports' RETURNING seq")
      .pluck(),
    takeFirstId: db
      .prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('reports', 1) RETURNING seq")
      .pluck(),
    lastGivenId: db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'reports'").pluck(),
    keepOrigin: db.prepare('INSERT OR IGNORE INTO origins (first_id, origin) VALUES (?, ?)'),
    dropOrigin: db.prepare('DELETE FROM origins WHERE origin = ?'),
    listOrigins: db.prepare('SELECT first_id, origin FROM origins ORDER BY first_id'),
    keepProbe: db.prepare('INSERT OR REPLACE INTO probe (id, body) VALUES (1, zeroblob(?))'),
    dropProbe: db.prepare('DELETE FROM probe'),
  };
}
