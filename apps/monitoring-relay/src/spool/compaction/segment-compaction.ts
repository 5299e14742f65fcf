import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeError, Logger } from '#telemetry/plain';
import {
  findPlace,
  PLACE_COLUMNS,
  type PlaceColumns,
  toPlaceColumns,
} from '../rows/place-columns.ts';
import type { BodyPlace } from '../segments/body-place.ts';
import type { SpoolFile } from '../file/spool-file.ts';

/**
 * A segment is rewritten when waiting bodies fill less than this share of its file. Each freed byte
 * costs at most one written byte.
 */
const LEAST_FORWARD_SHARE = 0.5;
/**
 * Compaction looks for nearly empty segments each time this share of a segment's size was freed.
 */
const CHECK_AFTER_SHARE = 0.25;
/** Bytes that one commit moves. New reports wait for the sync of that commit. */
const STEP_BYTES = 1024 * 1024;
const PAGE = 500;

interface PlacedRow extends PlaceColumns {
  readonly id: number;
}

interface PlacedBody {
  readonly id: number;
  readonly place: BodyPlace;
}

/**
 * Limits the disk space of reports that wait to be forwarded. Bodies share segments, and a segment
 * is freed only with its last body. When little of a segment is still needed, its bodies are moved
 * to other segments in small steps. The transaction that moves a body also updates its row.
 * Segments with reports to be processed are left alone, because they are freed soon.
 */
export class SegmentCompaction {
  private readonly logger = new Logger(SegmentCompaction.name);
  private readonly statements;
  private freedBytes = 0;
  private running: Promise<void> | undefined;

  constructor(private readonly file: SpoolFile) {
    this.statements = prepareStatements(file.db);
  }

  noteFreed(bytes: number): void {
    this.freedBytes += bytes;
    // The unused space has grown by at most the freed bytes since the last check.
    if (this.freedBytes >= this.file.segments.maxBytes * CHECK_AFTER_SHARE) void this.run();
  }

  /**
   * Moves bodies until little enough space is wasted. Stops early when a move fails or the spool is
   * closed. Never rejects.
   */
  run(): Promise<void> {
    this.running ??= this.compact().finally(() => (this.running = undefined));
    return this.running;
  }

  private async compact(): Promise<void> {
    try {
      for (let moved = 1; moved > 0 && this.isTooMuchHeld;) moved = await this.sweep();
    } catch (error) {
      // A failed move changes nothing. Compaction tries again after more bytes were freed.
      const { name, isOpen } = this.file;
      if (!isOpen) return;
      this.logger.warn(
        `Reports of spool ${name} that wait to be forwarded cannot be moved. ${describeError(error)}`,
      );
    }
  }

  private get isTooMuchHeld(): boolean {
    this.freedBytes = 0;
    let heldBytes = 0;
    let forwardBytes = 0;
    for (const segment of this.file.forwardBodies.bySegment.keys()) {
      const { held, needed } = this.measure(segment);
      heldBytes += held;
      forwardBytes += needed;
    }
    // Allows one segment more, because a few nearly empty segments are not worth moving.
    return heldBytes > forwardBytes / LEAST_FORWARD_SHARE + this.file.segments.maxBytes;
  }

  private measure(segment: number): { held: number; needed: number } {
    const { segments, forwardBodies } = this.file;
    const size = segments.findSize(segment);
    const share = forwardBodies.bySegment.get(segment);
    if (size === undefined || !share || segments.countRows(segment) > share.rows) {
      return { held: 0, needed: 0 };
    }
    return { held: size, needed: share.bytes };
  }

  private findSparse(): { segments: ReadonlySet<number>; firstId: number; lastId: number } {
    const segments = new Set<number>();
    let [firstId, lastId] = [Infinity, 0];
    for (const [segment, share] of this.file.forwardBodies.bySegment) {
      const { held } = this.measure(segment);
      if (share.bytes >= held * LEAST_FORWARD_SHARE) continue;
      segments.add(segment);
      firstId = Math.min(firstId, share.firstId);
      lastId = Math.max(lastId, share.lastId);
    }
    return { segments, firstId, lastId };
  }

  /**
   * Moves the newest bodies first, because most space was freed near them. Resolves with the number
   * of moved bodies.
   */
  private async sweep(): Promise<number> {
    const { segments, firstId, lastId } = this.findSparse();
    let moved = 0;
    for (let nextId = lastId; nextId >= firstId;) {
      await nextTurn();
      if (!this.file.isOpen) break;
      // Commits waiting writes first, because they may remove some of the listed rows.
      this.file.flush();
      const rows = this.statements.list.all(firstId, nextId, PAGE) as PlacedRow[];
      if (rows.length === 0) break;
      const step = choose(rows, segments);
      await this.move(step.bodies);
      moved += step.bodies.length;
      nextId = step.nextId;
    }
    return moved;
  }

  /**
   * Moves the bodies in a commit of their own, because new reports may still fit when the moved
   * bodies do not. Rejects with `spool.unavailable` when the commit fails.
   */
  private async move(bodies: readonly PlacedBody[]): Promise<void> {
    const ascending = bodies.toReversed();
    const read = this.file.segments.read(ascending.map(({ place }) => place));
    const moves = ascending.map((body, index) => this.write(body, read[index]));
    this.file.flush();
    await Promise.all(moves);
  }

  /**
   * Moves one body. A damaged body loses its place and frees its segment. The report is settled as
   * damaged when it is about to be sent.
   */
  private write(body: PlacedBody, bytes: Buffer | undefined): Promise<void> {
    if (!bytes) return this.file.write(() => this.place(body, undefined));
    return this.file.writeWithBody(bytes, (place) => this.place(body, place));
  }

  private place({ id, place: from }: PlacedBody, to: BodyPlace | undefined): void {
    const { segments, forwardBodies } = this.file;
    this.statements.move.run(...toPlaceColumns(to), id);
    segments.release(from.segment);
    forwardBodies.remove(id, from);
    if (to) forwardBodies.add(id, to);
  }
}

function choose(
  rows: readonly PlacedRow[],
  segments: ReadonlySet<number>,
): { bodies: PlacedBody[]; nextId: number } {
  const bodies: PlacedBody[] = [];
  let bytes = 0;
  for (const { id, ...columns } of rows) {
    if (bytes >= STEP_BYTES) return { bodies, nextId: id };
    const place = findPlace(columns);
    if (!place || !segments.has(place.segment)) continue;
    bodies.push({ id, place });
    bytes += place.bytes;
  }
  return { bodies, nextId: rows.at(-1)!.id - 1 };
}

function prepareStatements(db: SpoolFile['db']) {
  return {
    list: db.prepare(
      `SELECT id, ${PLACE_COLUMNS} FROM forwards WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?`,
    ),
    move: db.prepare(`UPDATE forwards SET (${PLACE_COLUMNS}) = (?, ?, ?, ?) WHERE id = ?`),
  };
}
