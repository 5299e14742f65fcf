import type { OutcomeCount } from '#shared';
import { addKinds } from '../../outcomes/report-contents.ts';
import {
  ForwardQueue,
  type ForwardBody,
  type ForwardContents,
  type ForwardReport,
  type QueuedAmount,
} from '../ports/forward-queue.ts';
import { SegmentCompaction } from '../compaction/segment-compaction.ts';
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
    this.amounts = new Map(file.found.forwards);
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
  ): ForwardReport[] {
    const { list } = this.statements;
    return this.file.read(() => list.all(projectId, aboveId, max) as Row[]).map(toForwardReport);
  }

  override listOldest(max: number): ForwardReport[] {
    return this.file.read(() => this.statements.listOldest.all(max) as Row[]).map(toForwardReport);
  }

  override readBody(id: number): ForwardBody | undefined {
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
    count: (report: ForwardReport) => readonly OutcomeCount[],
  ): Promise<ForwardReport[]> {
    const gone = await this.write(ids, count);
    for (const report of gone) this.count(report, -1);
    this.noteFreed(gone.reduce((sum, { bytes }) => sum + bytes, 0));
    return gone;
  }

  noteFreed(bytes: number): void {
    this.compaction.noteFreed(bytes);
  }

  compact(): Promise<void> {
    return this.compaction.run();
  }

  /**
   * Call this inside the transaction that stores a report. `isFirst` is true when no row of
   * `reports` names the body.
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
    if (place) this.file.forwardBodies.add(id, place);
  }

  noteAdded(report: IncomingReport): void {
    this.count({ projectId: report.projectId, bytes: measure(report) }, 1);
  }

  private async write(
    ids: readonly number[],
    count: (report: ForwardReport) => readonly OutcomeCount[],
  ): Promise<ForwardReport[]> {
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

  private remove(id: number): ForwardReport | undefined {
    const row = this.statements.remove.get(id) as Row | undefined;
    if (!row) return undefined;
    const place = findPlace(row);
    if (place) {
      this.file.segments.release(place.segment);
      this.file.forwardBodies.remove(id, place);
    }
    this.parts.spilled.remove(id);
    return toForwardReport(row);
  }

  private count(
    { projectId, bytes }: Pick<ForwardReport, 'projectId' | 'bytes'>,
    sign: 1 | -1,
  ): void {
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

function toContents({ contents, forwarding }: IncomingReport): ForwardContents {
  const { kept, passed = {} } = contents;
  return forwarding === 'alone' ? { kept: {}, passed: addKinds(kept, passed) } : { kept, passed };
}

/**
 * Returns empty contents when the JSON is damaged, because the report can still be sent. SQLite
 * does not notice such damage.
 */
function parseContents(text: string): ForwardContents {
  try {
    return { kept: {}, passed: {}, ...(JSON.parse(text) as Partial<ForwardContents>) };
  } catch {
    return { kept: {}, passed: {} };
  }
}

function toForwardReport(row: Row): ForwardReport {
  return {
    id: row.id,
    projectId: row.project_id,
    publicKey: row.public_key,
    eventId: row.event_id ?? undefined,
    receivedAtMs: row.received_at_ms,
    ...readStoredAddress(row.sender_address),
    contents: parseContents(row.contents),
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
