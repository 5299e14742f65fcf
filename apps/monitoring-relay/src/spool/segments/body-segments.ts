import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import type { BodyPlace } from './body-place.ts';
import { type ByteRange, overwriteGaps } from './overwrite-gaps.ts';
import { measurePadding, Segment, type SegmentDisk } from './segment.ts';
import { SegmentReader } from './segment-reader.ts';

/**
 * Room for some hundred reports. After a burst, a single remaining report keeps a whole segment on
 * the disk, so segments are not larger.
 */
const SEGMENT_BYTES = 16 * 1024 * 1024;
/**
 * Number of empty segments that are kept for reuse. A steady stream of reports alternates between
 * this many segments.
 */
const MOST_SPARES = 2;
/** Segments that one call of `clear` overwrites. Reports wait meanwhile. */
const MOST_OVERWRITTEN = 8;
/**
 * Highest number of a segment, which no spool reaches. A row with a higher number is damaged, and
 * new numbers must not continue from it.
 */
const HIGHEST_NUMBER = 2 ** 40;

export interface BodySegmentsOptions {
  readonly folder: string;
  /** Number of rows in each segment. Two rows may name the same body. */
  readonly reports: ReadonlyMap<number, number>;
  readonly bodyBytes?: ReadonlyMap<number, number>;
  readonly disk?: SegmentDisk;
  readonly segmentBytes?: number;
}

/**
 * Stores the bodies of a spool in files of limited size, each written from its beginning. Rows name
 * the place of each body. A segment is reused once no row names it, and only after the commit that
 * removed the last row is synced. A row therefore never finds the body of another row. Segments
 * from before the opening are only read until no row names them.
 */
export class BodySegments {
  private readonly reports: Map<number, number>;
  /**
   * Bytes per segment besides bodies: padding of pages, and, in segments from before the opening,
   * bodies that no row names.
   */
  private readonly padding = new Map<number, number>();
  private allPadding = 0;
  private readonly sizes = new Map<number, number>();
  private readonly spares: number[] = [];
  private readonly untrusted = new Set<number>();
  private readonly reader: SegmentReader;
  private readonly disk: SegmentDisk;
  readonly maxBytes: number;
  private current: Segment | undefined;
  private lastNumber = 0;
  /**
   * Segments of the current commit, one entry per body: `written` has a new body, `shared` gains a
   * row, `released` loses a row.
   */
  private written: number[] = [];
  private shared: number[] = [];
  private released: number[] = [];
  /** Segments of bodies whose commit failed. They are released with the next successful commit. */
  private abandoned: number[] = [];
  /** Segments in use that also contain bodies which no row names any more. */
  private readonly sparse = new Set<number>();

  constructor(private readonly options: BodySegmentsOptions) {
    const { disk = fs, segmentBytes = SEGMENT_BYTES } = options;
    this.disk = disk;
    this.maxBytes = segmentBytes;
    this.reports = new Map(options.reports);
    this.reader = new SegmentReader({
      locate: (segment) => this.locate(segment),
      readvSync: this.disk.readvSync,
    });
    this.removeUnnamed();
  }

  get paddingBytes(): number {
    return this.allPadding;
  }

  areInPlace(): boolean {
    return this.current?.isInPlace() ?? true;
  }

  findSize(segment: number): number | undefined {
    return this.sizes.get(segment);
  }

  countRows(segment: number): number {
    return this.reports.get(segment) ?? 0;
  }

  /**
   * Stores bodies and returns their places once they are synced. Call `settle` afterwards. Throws
   * when the disk fails, and stores none of the bodies; the next attempt may succeed.
   */
  write(bodies: readonly Buffer[]): BodyPlace[] {
    const places: BodyPlace[] = [];
    try {
      while (places.length < bodies.length) places.push(...this.writeSome(bodies, places.length));
    } catch (error) {
      for (const segment of this.written.splice(0)) this.drop(segment, false);
      this.giveUpSpares();
      throw error;
    }
    return places;
  }

  /** Call this inside a transaction that adds another row for a body in the segment. */
  share(segment: number): void {
    this.shared.push(segment);
  }

  /** Call this inside a transaction that removes a row for a body in the segment. */
  release(segment: number): void {
    this.released.push(segment);
  }

  /**
   * Call this for a body that no row names, when the commit that should release it failed. The body
   * is released with the next successful commit.
   */
  abandon(segment: number): void {
    this.abandoned.push(segment);
  }

  /** Call this after each attempt to commit, before anything else is written. */
  settle(isCommitted: boolean): void {
    const { written, shared, released, abandoned } = this;
    this.written = [];
    this.shared = [];
    this.released = [];
    // Rows of a failed commit may still be on the disk. The bodies that they name therefore stay
    // until another commit succeeds.
    this.abandoned = isCommitted ? [] : [...abandoned, ...written];
    if (isCommitted) for (const segment of shared) this.count(segment);
    if (isCommitted) for (const segment of [...released, ...abandoned]) this.drop(segment, true);
    else this.giveUpSpares();
  }

  read(places: readonly BodyPlace[]): (Buffer | undefined)[] {
    return this.reader.read(places);
  }

  /**
   * Erases bodies that no row names. Deletes spare segments and begins a new segment. In a limited
   * number of segments, overwrites everything outside the ranges that `list` returns. Returns false
   * when unnamed bodies remain. Throws when the disk fails.
   */
  clear(list: (segments: readonly number[]) => ReadonlyMap<number, readonly ByteRange[]>): boolean {
    // Rows of a failed commit may be on the disk and name bodies that would be erased.
    if (this.abandoned.length > 0) return false;
    const { current } = this;
    if (current && this.sparse.has(current.number)) {
      this.current = undefined;
      this.leave(current);
    }
    this.giveUpSpares();
    const segments = [...this.sparse].slice(0, MOST_OVERWRITTEN);
    const named = list(segments);
    for (const segment of segments) {
      if (this.measureFile(segment) > 0) {
        overwriteGaps(this.locate(segment), named.get(segment) ?? []);
      }
      this.sparse.delete(segment);
    }
    return this.sparse.size === 0;
  }

  close(): void {
    this.reader.close();
    this.current?.close();
    this.current = undefined;
  }

  private writeSome(bodies: readonly Buffer[], start: number): BodyPlace[] {
    const segment = this.findRoom(bodies[start]!);
    const rest = bodies.slice(start);
    const places = segment.write(rest.slice(0, segment.countFitting(rest) || 1));
    this.pad(segment.number, measurePadding(places.at(-1)!));
    for (const { segment: number } of places) {
      this.written.push(number);
      this.count(number);
    }
    return places;
  }

  private findRoom(body: Buffer): Segment {
    const { current } = this;
    if (current?.isTrusted && current.countFitting([body]) === 1) return current;
    const next = this.openNext();
    this.current = next;
    if (current) this.leave(current);
    return next;
  }

  private openNext(): Segment {
    const { folder } = this.options;
    if (!this.current) {
      fs.mkdirSync(folder, { recursive: true });
      // Syncs the parent folder even when `folder` existed, because its creator may have been
      // killed before the sync.
      syncFolderSync(dirname(folder));
    }
    const segment = this.openSpare() ?? this.makeSegment();
    try {
      // Without this sync, the file may lose its name in a power cut.
      syncFolderSync(folder);
    } catch (error) {
      this.leave(segment);
      throw error;
    }
    return segment;
  }

  private openSpare(): Segment | undefined {
    const number = this.spares.at(-1);
    if (number === undefined) return undefined;
    const segment = this.openSegment(number, false);
    this.spares.pop();
    this.sparse.add(number);
    return segment;
  }

  /**
   * Skips a number whose file already exists, because the spool must not overwrite an unknown file.
   */
  private makeSegment(): Segment {
    for (;;) {
      try {
        const segment = this.openSegment(this.lastNumber + 1, true);
        this.lastNumber += 1;
        return segment;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        this.lastNumber += 1;
      }
    }
  }

  private openSegment(number: number, isNew: boolean): Segment {
    const { disk, maxBytes } = this;
    return new Segment({ path: this.locate(number), number, disk, maxBytes, isNew });
  }

  private leave(segment: Segment): void {
    const { number, isTrusted } = segment;
    segment.close();
    if (!isTrusted) this.untrusted.add(number);
    if (this.reports.has(number)) this.sizes.set(number, this.measureFile(number));
    else this.retire(number);
  }

  private count(segment: number): void {
    this.reports.set(segment, (this.reports.get(segment) ?? 0) + 1);
  }

  private drop(segment: number, isCommitted: boolean): void {
    const left = (this.reports.get(segment) ?? 0) - 1;
    this.sparse.add(segment);
    if (left > 0) {
      this.reports.set(segment, left);
      return;
    }
    this.reports.delete(segment);
    if (segment !== this.current?.number) this.retire(segment);
    else if (isCommitted) {
      this.current.rewind();
      this.unpad(segment);
    }
  }

  private pad(segment: number, bytes: number): void {
    this.padding.set(segment, (this.padding.get(segment) ?? 0) + bytes);
    this.allPadding += bytes;
  }

  private unpad(segment: number): void {
    this.allPadding -= this.padding.get(segment) ?? 0;
    this.padding.delete(segment);
  }

  private retire(segment: number): void {
    this.unpad(segment);
    this.sizes.delete(segment);
    this.sparse.delete(segment);
    const isTrusted = !this.untrusted.delete(segment);
    if (isTrusted && this.spares.length < MOST_SPARES) this.spares.push(segment);
    else this.remove(segment);
  }

  private giveUpSpares(): void {
    while (this.giveUpSpare() > 0);
  }

  private giveUpSpare(): number {
    const spare = this.spares.pop();
    if (spare === undefined) return 0;
    this.remove(spare);
    return this.maxBytes;
  }

  private remove(segment: number): void {
    this.reader.leave(segment);
    try {
      fs.rmSync(this.locate(segment), { force: true });
    } catch {
      // The file is deleted when the spool is opened again.
    }
  }

  private removeUnnamed(): void {
    for (const number of this.listNumbers()) {
      this.passOver(number);
      if (this.reports.has(number)) this.noteFound(number);
      else this.remove(number);
    }
    // Also skips the numbers of missing segments, because a row that names a missing segment must
    // not find a new one.
    for (const number of this.reports.keys()) this.passOver(number);
  }

  /**
   * Counts all bytes outside named bodies as padding. The file keeps its size until no row names
   * it.
   */
  private noteFound(segment: number): void {
    const bytes = this.measureFile(segment);
    this.sizes.set(segment, bytes);
    this.sparse.add(segment);
    this.pad(segment, Math.max(0, bytes - (this.options.bodyBytes?.get(segment) ?? 0)));
  }

  private measureFile(segment: number): number {
    return fs.statSync(this.locate(segment), { throwIfNoEntry: false })?.size ?? 0;
  }

  private passOver(number: number): void {
    const isGiven = Number.isInteger(number) && number <= HIGHEST_NUMBER;
    if (isGiven) this.lastNumber = Math.max(this.lastNumber, number);
  }

  private listNumbers(): number[] {
    try {
      return fs
        .readdirSync(this.options.folder)
        .filter((name) => /^[1-9]\d*$/.test(name))
        .map(Number);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private locate(segment: number): string {
    return join(this.options.folder, String(segment));
  }
}
