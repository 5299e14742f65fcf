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

/** Of a segment's file. What has less is written anew, so that each byte that is freed costs one at most. */
const LEAST_OWED_SHARE = 0.5;
/** Of a segment: when so much has gone, it is looked whether any is nearly empty. */
const LOOK_EVERY = 0.25;
/** What one commit moves: the next reports wait for its sync. */
const STEP_BYTES = 1024 * 1024;
/** Rows that are looked at in one turn, and moved at most. */
const PAGE = 500;

interface PlacedRow extends PlaceColumns {
  readonly id: number;
}

interface OwedBody {
  readonly id: number;
  readonly place: BodyPlace;
}

/**
 * Keeps what is owed to other services from holding the disk of all that came with it: bodies stand side by side in
 * segments, and a segment goes with the last of them. Those that are owed of a segment that has little else left are
 * written anew, some at a time, each in the transaction that changes its row; then the segment goes. Segments of which
 * reports are still to be processed are left alone: they have their bodies at hand, and go soon.
 */
export class SegmentCompaction {
  private readonly logger = new Logger(SegmentCompaction.name);
  private readonly statements;
  private freedBytes = 0;
  private running: Promise<void> | undefined;

  constructor(private readonly file: SpoolFile) {
    this.statements = prepareStatements(file.db);
  }

  /** To be called when bodies have gone. */
  noteFreed(bytes: number): void {
    this.freedBytes += bytes;
    // No more than that can have been left behind since.
    if (this.freedBytes >= this.file.segments.maxBytes * LOOK_EVERY) void this.run();
  }

  /** Resolves, never rejects, when no more is held than allowed, or the rest cannot be moved now. It ends when the spool is closed. */
  run(): Promise<void> {
    this.running ??= this.compact().finally(() => (this.running = undefined));
    return this.running;
  }

  private async compact(): Promise<void> {
    try {
      for (let moved = 1; moved > 0 && this.isTooMuchHeld;) moved = await this.sweep();
    } catch (error) {
      // Nothing has changed by it, and it is tried again when more has gone.
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
    let owedBytes = 0;
    for (const segment of this.file.owed.bySegment.keys()) {
      const { held, owed } = this.measure(segment);
      heldBytes += held;
      owedBytes += owed;
    }
    // One segment more: a few that are nearly empty are not worth it.
    return heldBytes > owedBytes / LEAST_OWED_SHARE + this.file.segments.maxBytes;
  }

  /** Nothing of a segment that is written to, or has something else. */
  private measure(segment: number): { held: number; owed: number } {
    const { segments, owed } = this.file;
    const size = segments.findSize(segment);
    const share = owed.bySegment.get(segment);
    if (size === undefined || !share || segments.countRows(segment) > share.rows) {
      return { held: 0, owed: 0 };
    }
    return { held: size, owed: share.bytes };
  }

  private findSparse(): { segments: ReadonlySet<number>; firstId: number; lastId: number } {
    const segments = new Set<number>();
    let [firstId, lastId] = [Infinity, 0];
    for (const [segment, share] of this.file.owed.bySegment) {
      const { held } = this.measure(segment);
      if (share.bytes >= held * LEAST_OWED_SHARE) continue;
      segments.add(segment);
      firstId = Math.min(firstId, share.firstId);
      lastId = Math.max(lastId, share.lastId);
    }
    return { segments, firstId, lastId };
  }

  /** Latest first: that is where most of it has gone lately. Resolves with how many bodies it has moved. */
  private async sweep(): Promise<number> {
    const { segments, firstId, lastId } = this.findSparse();
    let moved = 0;
    for (let nextId = lastId; nextId >= firstId;) {
      await nextTurn();
      if (!this.file.isOpen) break;
      // What waits to be written may drop some of them.
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

  /** In a commit of its own: where there is no room for it, reports may still find some. Rejects as a write does. */
  private async move(bodies: readonly OwedBody[]): Promise<void> {
    const ascending = bodies.toReversed();
    const read = this.file.segments.read(ascending.map(({ place }) => place));
    const moves = ascending.map((body, index) => this.write(body, read[index]));
    this.file.flush();
    await Promise.all(moves);
  }

  /** What is damaged stays without a body: it is settled as that when it is its turn, and holds nothing until then. */
  private write(body: OwedBody, bytes: Buffer | undefined): Promise<void> {
    if (!bytes) return this.file.write(() => this.place(body, undefined));
    return this.file.writeWithBody(bytes, (place) => this.place(body, place));
  }

  private place({ id, place: from }: OwedBody, to: BodyPlace | undefined): void {
    const { segments, owed } = this.file;
    this.statements.move.run(...toPlaceColumns(to), id);
    segments.release(from.segment);
    owed.remove(id, from);
    if (to) owed.add(id, to);
  }
}

/** As many as one step takes, and where the next one begins. */
function choose(
  rows: readonly PlacedRow[],
  segments: ReadonlySet<number>,
): { bodies: OwedBody[]; nextId: number } {
  const bodies: OwedBody[] = [];
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
