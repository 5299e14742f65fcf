import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import type { BodyPlace } from './body-place.ts';
import { type ByteRange, overwriteGaps } from './overwrite-gaps.ts';
import { measurePadding, Segment, type SegmentDisk } from './segment.ts';
import { SegmentReader } from './segment-reader.ts';

/** Some hundred reports: so often a file is made or taken up again, and so much is left of a burst that one report ends. */
const SEGMENT_BYTES = 16 * 1024 * 1024;
/** Emptied, to be written over: as many as a steady stream of reports takes in turn. */
const MOST_SPARES = 2;
/** How many are overwritten in one turn: so long are reports kept waiting. */
const MOST_OVERWRITTEN = 8;
/** No spool comes that far: a row that names a higher one is damaged, and numbers do not go on from there. */
const HIGHEST_NUMBER = 2 ** 40;

export interface BodySegmentsOptions {
  /** It is made with the first segment. */
  readonly folder: string;
  /** Of each segment that rows name, how many do: two rows may name one body. */
  readonly reports: ReadonlyMap<number, number>;
  /** And how many bytes their bodies have. */
  readonly bodyBytes?: ReadonlyMap<number, number>;
  readonly disk?: SegmentDisk;
  readonly segmentBytes?: number;
}

/**
 * The bodies of a spool, in files of one size that are written from their beginning, one after the other. Rows say
 * where each stands. A segment is written over when no row names it any more: never before the commit that dropped the
 * last one is synced, so that no row is ever found with the body of another. What stood in a folder before it was
 * opened is only read, until it is let go of.
 */
export class BodySegments {
  /** Of each segment, the rows that have their body in it; none of a segment that is not here. */
  private readonly reports: Map<number, number>;
  /** Of each of these segments, what it takes beside bodies that were written since it was opened, or are named. */
  private readonly padding = new Map<number, number>();
  private allPadding = 0;
  /** Of the files of segments that are not written to any more, as long as rows name them. */
  private readonly sizes = new Map<number, number>();
  private readonly spares: number[] = [];
  private readonly untrusted = new Set<number>();
  private readonly reader: SegmentReader;
  private readonly disk: SegmentDisk;
  /** The size of a segment. */
  readonly maxBytes: number;
  private current: Segment | undefined;
  private lastNumber = 0;
  /** Of the commit under way: in which segments bodies were written, are named once more, and from which they go. */
  private written: number[] = [];
  private shared: number[] = [];
  private released: number[] = [];
  /** What goes with the next commit that is done, whosever it is. */
  private abandoned: number[] = [];
  /** Of those that rows name, or that are written to: what also has bodies that no row names any more. */
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

  /** What segments take on the disk, as long as they are held, beside the bodies for which they are. */
  get paddingBytes(): number {
    return this.allPadding;
  }

  /** Whether the segment that was written to last is still where it was made. */
  areInPlace(): boolean {
    return this.current?.isInPlace() ?? true;
  }

  /** Bytes of a segment's file that nothing is written to any more; undefined of others, and of one that no row names. */
  findSize(segment: number): number | undefined {
    return this.sizes.get(segment);
  }

  /** How many rows have their body there. */
  countRows(segment: number): number {
    return this.reports.get(segment) ?? 0;
  }

  /**
   * Returns where the bodies stand once they are synced; `settle` has to follow. Throws what the disk says: then none
   * of them is kept, and the next attempt may well succeed.
   */
  write(bodies: readonly Buffer[]): BodyPlace[] {
    const places: BodyPlace[] = [];
    try {
      while (places.length < bodies.length) places.push(...this.writeSome(bodies, places.length));
    } catch (error) {
      // No row names them yet.
      for (const segment of this.written.splice(0)) this.drop(segment, false);
      this.giveUpSpares();
      throw error;
    }
    return places;
  }

  /** To be called within a write, for a further row that names a body there. */
  share(segment: number): void {
    this.shared.push(segment);
  }

  /** To be called within a write, for a row that names a body there and goes. */
  release(segment: number): void {
    this.released.push(segment);
  }

  /** For a body that no row names, after a commit failed: it goes with the next that is done. */
  abandon(segment: number): void {
    this.abandoned.push(segment);
  }

  /** To be called after each attempt to commit, before anything else is written. */
  settle(isCommitted: boolean): void {
    const { written, shared, released, abandoned } = this;
    this.written = [];
    this.shared = [];
    this.released = [];
    // After a failure nobody knows what of the rows is on the disk: what they name stays until another commit is.
    this.abandoned = isCommitted ? [] : [...abandoned, ...written];
    if (isCommitted) for (const segment of shared) this.count(segment);
    if (isCommitted) for (const segment of [...released, ...abandoned]) this.drop(segment, true);
    else this.giveUpSpares();
  }

  /** See `SegmentReader`. */
  read(places: readonly BodyPlace[]): (Buffer | undefined)[] {
    return this.reader.read(places);
  }

  /**
   * Takes bodies that no row names any more off the disk: spares are removed, what comes next begins another segment, and in
   * some segments all but `list`, what rows name there, is overwritten. Returns whether that is all. Throws what the disk says.
   */
  clear(list: (segments: readonly number[]) => ReadonlyMap<number, readonly ByteRange[]>): boolean {
    // Rows of a commit that failed may be on the disk.
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
      // Its file may be gone.
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

  /** As many as go to one segment, at least one: what is larger than a segment has one for itself. */
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
      // Also when it was there: who made it may have been killed before.
      syncFolderSync(dirname(folder));
    }
    const segment = this.openSpare() ?? this.makeSegment();
    try {
      // A file that is synced may be without its name.
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

  /** What stands in a file that nobody here has made is never written over: the next number is taken. */
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

  /** After a failure: it may have been for want of room. */
  private giveUpSpares(): void {
    while (this.giveUpSpare() > 0);
  }

  private giveUpSpare(): number {
    const spare = this.spares.pop();
    if (spare === undefined) return 0;
    this.remove(spare);
    return this.maxBytes;
  }

  /** Never throws: what stays is removed when the spool is opened again. */
  private remove(segment: number): void {
    this.reader.leave(segment);
    try {
      fs.rmSync(this.locate(segment), { force: true });
    } catch {
      // It takes its room until then.
    }
  }

  private removeUnnamed(): void {
    for (const number of this.listNumbers()) {
      this.passOver(number);
      if (this.reports.has(number)) this.noteFound(number);
      else this.remove(number);
    }
    // Also of what is gone: its number must not name another.
    for (const number of this.reports.keys()) this.passOver(number);
  }

  /** Its file stays as long as it is whatever has gone of it. */
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
