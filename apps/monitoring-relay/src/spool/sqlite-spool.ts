import { Logger } from '@nestjs/common';
import { FailedReports } from './failed-reports.ts';
import {
  type IncomingReport,
  type QueueState,
  type SettledReports,
  Spool,
  type SpooledReport,
} from './spool.ts';
import type { SpoolFile } from './spool-file.ts';

interface Row {
  readonly id: number;
  readonly origin: string;
  readonly project_id: number;
  readonly event_id: string | null;
  readonly received_at_ms: number;
  readonly body: Buffer;
}

const COLUMNS = 'origin, project_id, event_id, received_at_ms, body';
/** Without the damaged rows, which stay in the table. */
const QUEUED = 'NOT EXISTS (SELECT 1 FROM failed_reports WHERE failed_reports.id = reports.id)';

/** About the largest of ordinary reports: where this does not fit, hardly any of them does. */
const PROBE_BYTES = 64 * 1024;

/** A spool in one SQLite file of this process's own. */
export class SqliteSpool extends Spool {
  override readonly name: string;
  private readonly logger = new Logger(SqliteSpool.name);
  private readonly statements;
  private readonly failed: FailedReports;
  private readonly listeners: (() => void)[] = [];
  private readonly queue: { reports: number; bytes: number };
  private claimedUpToId = 0;
  private isOriginKept = false;
  private isAnnouncing = false;

  constructor(private readonly file: SpoolFile) {
    super();
    this.name = file.name;
    this.statements = prepareStatements(file.db);
    this.failed = new FailedReports(file);
    // Counted once: a count over rows with large bodies reads the whole table.
    this.queue = this.statements.measure.get() as { reports: number; bytes: number };
  }

  override get isFailing(): boolean {
    return this.file.isFailing;
  }

  override get queuedReports(): number {
    return this.queue.reports;
  }

  override get queuedBytes(): number {
    return this.queue.bytes;
  }

  override async append(report: IncomingReport): Promise<number> {
    const { projectId, eventId, receivedAtMs, body } = report;
    const { origin } = this.file;
    const id = await this.file.write(() => {
      const facts = [origin, projectId, eventId ?? null, receivedAtMs];
      const { lastInsertRowid } = this.statements.insert.run(...facts, body);
      // Not when it is opened: a look at a spool, for what is left in it, writes nothing.
      if (!this.isOriginKept) this.statements.keepOrigin.run(lastInsertRowid, origin);
      return Number(lastInsertRowid);
    });
    this.isOriginKept = true;
    this.queue.reports += 1;
    this.queue.bytes += body.length;
    this.announce();
    return id;
  }

  override onAppended(listener: () => void): void {
    this.listeners.push(listener);
  }

  override async claim(limits: { maxReports: number; maxBytes: number }): Promise<SpooledReport[]> {
    const reports: SpooledReport[] = [];
    let bytes = 0;
    let upToId = this.claimedUpToId;
    // Ids first and bodies one by one: a damaged body then costs no other report.
    let ids = this.listIds(upToId, limits.maxReports);
    while (reports.length === 0 && ids.length > 0) {
      for (const id of ids) {
        const row = await this.readOrSetAside(id);
        bytes += row?.body.length ?? 0;
        if (reports.length > 0 && bytes > limits.maxBytes) break;
        if (row) reports.push(toReport(row));
        upToId = id;
      }
      if (reports.length === 0) ids = this.listIds(upToId, limits.maxReports);
    }
    this.claimedUpToId = upToId;
    return reports;
  }

  override async settle(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const bytes = await this.file.write(() =>
      ids.map((id) => this.statements.remove.get(id) as number | undefined),
    );
    for (const each of bytes) this.leave(each ?? 0);
  }

  override async fail(id: number, reason: string): Promise<void> {
    const bytes = await this.failed.keep(id, reason);
    if (bytes !== undefined) this.leave(bytes);
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
    const first = this.statements.first.get() as Pick<Row, 'received_at_ms'> | undefined;
    const oldestMs = first ? Math.max(0, nowMs - first.received_at_ms) : 0;
    return Promise.resolve({ depth: this.queue.reports, oldestMs, failed: this.failed.count });
  }

  /** Two commits, because what one transaction both makes and drops never reaches the disk. */
  override async probe(): Promise<void> {
    await this.file.write(() => this.statements.keepProbe.run(PROBE_BYTES));
    await this.file.write(() => this.statements.dropProbe.run());
  }

  override giveBackSpace(maxBytes: number): Promise<number> {
    const { db } = this.file;
    const pageBytes = db.pragma('page_size', { simple: true }) as number;
    const freePages = db.pragma('freelist_count', { simple: true }) as number;
    const pages = Math.min(freePages, Math.floor(maxBytes / pageBytes));
    if (pages === 0) return Promise.resolve(0);
    db.pragma(`incremental_vacuum(${pages})`);
    return Promise.resolve(pages * pageBytes);
  }

  override close(): Promise<void> {
    this.file.close();
    return Promise.resolve();
  }

  /** Ids rise over all origins of a file: below it none of any is queued, nor ever will be. */
  private getFirstPendingId(): number {
    const first = this.statements.first.get() as Pick<Row, 'id'> | undefined;
    return first?.id ?? this.getNextId();
  }

  private getNextId(): number {
    return ((this.statements.lastGivenId.get() as number | undefined) ?? 0) + 1;
  }

  private listIds(aboveId: number, max: number): number[] {
    return this.statements.listIds.all(aboveId, max) as number[];
  }

  /** Undefined when the row is damaged: it is kept aside then, as far as it can be read. */
  private async readOrSetAside(id: number): Promise<Row | undefined> {
    try {
      return this.statements.read.get(id) as Row;
    } catch (error) {
      if (!isDamage(error)) throw error;
      const reason = `The spool is damaged: ${error.message}.`;
      await this.failed.keepUnreadable(id, reason);
      this.leave(this.measureDamaged(id));
      this.logger.error(`Report ${id} of spool ${this.name} cannot be read. ${reason}`);
      return undefined;
    }
  }

  private leave(bytes: number): void {
    this.queue.reports -= 1;
    this.queue.bytes -= bytes;
  }

  /** The length stands before the body, where it mostly can be read. */
  private measureDamaged(id: number): number {
    try {
      return (this.statements.findBytes.get(id) as number | undefined) ?? 0;
    } catch {
      return 0;
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
    measure: db.prepare(
      `SELECT count(*) AS reports, coalesce(sum(length(body)), 0) AS bytes FROM reports WHERE ${QUEUED}`,
    ),
    findBytes: db.prepare('SELECT length(body) FROM reports WHERE id = ?').pluck(),
    insert: db.prepare(`INSERT INTO reports (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`),
    remove: db.prepare('DELETE FROM reports WHERE id = ? RETURNING length(body)').pluck(),
    listIds: db
      .prepare(`SELECT id FROM reports WHERE id > ? AND ${QUEUED} ORDER BY id LIMIT ?`)
      .pluck(),
    read: db.prepare(`SELECT id, ${COLUMNS} FROM reports WHERE id = ?`),
    first: db.prepare(`SELECT id, received_at_ms FROM reports WHERE ${QUEUED} ORDER BY id LIMIT 1`),
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

function toReport(row: Row): SpooledReport {
  return {
    origin: row.origin,
    id: row.id,
    projectId: row.project_id,
    ...(row.event_id === null ? {} : { eventId: row.event_id }),
    receivedAtMs: row.received_at_ms,
    body: row.body,
  };
}
