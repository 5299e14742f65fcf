import type { OutcomeCount } from '#shared';
import { addKinds } from '../../outcomes/report-contents.ts';
import {
  ForwardQueue,
  type OwedBody,
  type OwedContents,
  type OwedReport,
  type QueuedAmount,
} from '../ports/forward-queue.ts';
import { SegmentCompaction } from '../owed/segment-compaction.ts';
import {
  findPlace,
  PLACE_COLUMNS,
  type PlaceColumns,
  toPlaceColumns,
} from '../rows/place-columns.ts';
import type { BodyPlace } from '../segments/body-place.ts';
import type { SpilledBodies } from '../bodies/spilled-bodies.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import type { SpoolTallies } from '../tallies/spool-tallies.ts';
import { readStoredAddress } from '../rows/stored-address.ts';

interface Row extends PlaceColumns {
  readonly id: number;
  readonly project_id: number;
  readonly public_key: string;
  readonly event_id: string | null;
  readonly contents: string;
  readonly received_at_ms: number;
  readonly bytes: number;
  readonly hops: number;
  readonly sender_address: string | null;
}

const FACTS =
  'id, project_id, public_key, event_id, contents, received_at_ms, bytes, hops, sender_address';
const NOTHING: QueuedAmount = { reports: 0, bytes: 0 };

/** Rows of the spool's file, whose bodies are those of its reports. */
export class SqliteForwardQueue extends ForwardQueue {
  private readonly statements;
  private readonly compaction: SegmentCompaction;
  private readonly amounts: Map<number, QueuedAmount>;
  private total: QueuedAmount;

  constructor(
    private readonly file: SpoolFile,
    private readonly parts: {
      readonly tallies: SpoolTallies;
      readonly spilled: SpilledBodies;
    },
  ) {
    super();
    this.statements = prepareStatements(file.db);
    this.compaction = new SegmentCompaction(file);
    this.amounts = new Map(file.found.owed);
    this.total = addUp(this.amounts);
  }

  override get amount(): QueuedAmount {
    return this.total;
  }

  override get projects(): ReadonlyMap<number, QueuedAmount> {
    return this.amounts;
  }

  override findOldestMs(projectId?: number): number | undefined {
    const { oldest, oldestOf } = this.statements;
    return this.file.read(() => {
      const received = projectId === undefined ? oldest.get() : oldestOf.get(projectId);
      return received as number | undefined;
    });
  }

  override list(
    projectId: number,
    { aboveId, max }: { aboveId: number; max: number },
  ): OwedReport[] {
    const { list } = this.statements;
    return this.file.read(() => list.all(projectId, aboveId, max) as Row[]).map(toOwed);
  }

  override listOldest(max: number): OwedReport[] {
    return this.file.read(() => this.statements.listOldest.all(max) as Row[]).map(toOwed);
  }

  override readBody(id: number): OwedBody | undefined {
    const row = this.file.read(() => this.statements.findPlace.get(id) as PlaceColumns | undefined);
    if (!row) return undefined;
    const place = findPlace(row);
    if (place) {
      const [bytes] = this.file.segments.read([place]);
      return bytes && { bytes };
    }
    const { spilled } = this.parts;
    const inFile = this.file.read(() => spilled.find(id));
    if (!inFile || !spilled.isWhole(inFile)) return undefined;
    return { file: spilled.locate(inFile), fileBytes: inFile.bytes };
  }

  override async settle(
    ids: readonly number[],
    count: (report: OwedReport) => readonly OutcomeCount[],
  ): Promise<OwedReport[]> {
    const gone = await this.write(ids, count);
    for (const report of gone) this.count(report, -1);
    this.noteFreed(gone.reduce((sum, { bytes }) => sum + bytes, 0));
    return gone;
  }

  /** To be called when bodies have gone, whosever they are. */
  noteFreed(bytes: number): void {
    this.compaction.noteFreed(bytes);
  }

  /**
   * Has what is owed hold no more of the disk than it may. Resolves, never rejects, when that is done, cannot be done
   * now, or the spool was closed.
   */
  compact(): Promise<void> {
    return this.compaction.run();
  }

  /**
   * To be called within the write that takes a report. `isFirst`: that names its body; else a row of `reports` has
   * named it before.
   */
  add(
    id: number,
    report: IncomingReport,
    { place, isFirst }: { place: BodyPlace | undefined; isFirst: boolean },
  ): void {
    const { projectId, publicKey, eventId, receivedAtMs, spilled } = report;
    const contents = JSON.stringify(toContents(report));
    const facts = [id, projectId, publicKey, eventId ?? null, contents, receivedAtMs];
    const sender = [report.hops ?? 0, report.senderAddress ?? null];
    this.statements.add.run(...facts, measure(report), ...sender, ...toPlaceColumns(place));
    if (isFirst && spilled) this.parts.spilled.add(id, spilled);
    if (!isFirst && place) this.file.segments.share(place.segment);
    if (place) this.file.owed.add(id, place);
  }

  /** To be called once that is committed. */
  noteAdded(report: IncomingReport): void {
    this.count({ projectId: report.projectId, bytes: measure(report) }, 1);
  }

  private async write(
    ids: readonly number[],
    count: (report: OwedReport) => readonly OutcomeCount[],
  ): Promise<OwedReport[]> {
    let isCommitted = false;
    try {
      const gone = await this.file.write(() => {
        const removed = ids.flatMap((id) => this.remove(id) ?? []);
        this.parts.tallies.add(removed.flatMap(count));
        return removed;
      });
      isCommitted = true;
      return gone;
    } finally {
      await this.parts.spilled.settle(isCommitted);
    }
  }

  private remove(id: number): OwedReport | undefined {
    const row = this.statements.remove.get(id) as Row | undefined;
    if (!row) return undefined;
    const place = findPlace(row);
    if (place) {
      this.file.segments.release(place.segment);
      this.file.owed.remove(id, place);
    }
    this.parts.spilled.remove(id);
    return toOwed(row);
  }

  private count({ projectId, bytes }: Pick<OwedReport, 'projectId' | 'bytes'>, sign: 1 | -1): void {
    const step = { reports: 1, bytes };
    this.total = change(this.total, step, sign);
    const amount = change(this.amounts.get(projectId) ?? NOTHING, step, sign);
    if (amount.reports > 0) this.amounts.set(projectId, amount);
    else this.amounts.delete(projectId);
  }
}

function addUp(amounts: ReadonlyMap<number, QueuedAmount>): QueuedAmount {
  return [...amounts.values()].reduce((sum, amount) => change(sum, amount, 1), NOTHING);
}

function change(amount: QueuedAmount, by: QueuedAmount, sign: 1 | -1): QueuedAmount {
  return { reports: amount.reports + sign * by.reports, bytes: amount.bytes + sign * by.bytes };
}

function measure({ body, spilled }: Pick<IncomingReport, 'body' | 'spilled'>): number {
  return body.length + (spilled?.bytes ?? 0);
}

/** Alone, nothing of it is processed here. */
function toContents({ contents, owed }: IncomingReport): OwedContents {
  const { kept, passed = {} } = contents;
  return owed === 'alone' ? { kept: {}, passed: addKinds(kept, passed) } : { kept, passed };
}

/** Nothing when it is damaged, which SQLite does not notice of a text: the report is sent all the same. */
function parseOwed(text: string): OwedContents {
  try {
    return { kept: {}, passed: {}, ...(JSON.parse(text) as Partial<OwedContents>) };
  } catch {
    return { kept: {}, passed: {} };
  }
}

function toOwed(row: Row): OwedReport {
  return {
    id: row.id,
    projectId: row.project_id,
    publicKey: row.public_key,
    ...(row.event_id === null ? {} : { eventId: row.event_id }),
    receivedAtMs: row.received_at_ms,
    ...readStoredAddress(row.sender_address),
    contents: parseOwed(row.contents),
    bytes: row.bytes,
    hops: row.hops,
  };
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    add: db.prepare(
      `INSERT INTO forwards (${FACTS}, ${PLACE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    list: db.prepare(
      `SELECT ${FACTS} FROM forwards WHERE project_id = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    listOldest: db.prepare(`SELECT ${FACTS} FROM forwards ORDER BY id LIMIT ?`),
    oldest: db.prepare('SELECT received_at_ms FROM forwards ORDER BY id LIMIT 1').pluck(),
    oldestOf: db
      .prepare('SELECT received_at_ms FROM forwards WHERE project_id = ? ORDER BY id LIMIT 1')
      .pluck(),
    findPlace: db.prepare(`SELECT ${PLACE_COLUMNS} FROM forwards WHERE id = ?`),
    remove: db.prepare(`DELETE FROM forwards WHERE id = ? RETURNING ${FACTS}, ${PLACE_COLUMNS}`),
  };
}
