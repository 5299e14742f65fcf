import * as fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { isFileAt } from '../disk/same-file.ts';
import type { BodyPlace } from './body-place.ts';

/** Part of `node:fs`, so that specs can simulate failing disks. */
export type SegmentDisk = Pick<
  typeof fs,
  'openSync' | 'writevSync' | 'readvSync' | 'fdatasyncSync' | 'closeSync'
>;

export interface SegmentOptions {
  readonly path: string;
  readonly number: number;
  readonly disk: SegmentDisk;
  readonly maxBytes: number;
  readonly isNew: boolean;
}

const WRITE_OR_MAKE = fs.constants.O_WRONLY | fs.constants.O_CREAT;
const MAKE = WRITE_OR_MAKE | fs.constants.O_EXCL;
/**
 * Zeros that fill up the last page of each write, so that the next write begins with a new page. A
 * page with an acknowledged body is therefore never rewritten, and no page must be read before it
 * is written.
 */
const PAGE = Buffer.alloc(4096);

export function measurePadding({ offset, bytes }: BodyPlace): number {
  return -(offset + bytes) & (PAGE.length - 1);
}

/** Codes of a full disk. After such an error the segment can still be used. */
const LACKS_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * A file to which bodies are appended. Only the process that created or emptied it writes to it.
 * Old contents are overwritten in place, because a sync is cheapest when no metadata has changed.
 */
export class Segment {
  readonly number: number;
  private readonly descriptor: number;
  private readonly file;
  private position = 0;
  private hasFailed = false;

  constructor(private readonly options: SegmentOptions) {
    this.number = options.number;
    const flags = options.isNew ? MAKE : WRITE_OR_MAKE;
    this.descriptor = options.disk.openSync(options.path, flags, 0o600);
    this.file = fs.fstatSync(this.descriptor, { bigint: true });
  }

  /**
   * False for good after a failed sync, because the system may drop the unwritten data and report
   * success for the next sync. Also false after a failed write, unless the disk was full.
   */
  get isTrusted(): boolean {
    return !this.hasFailed;
  }

  /** Returns how many of these bodies fit. A body never spans two segments. */
  countFitting(bodies: readonly Buffer[]): number {
    let end = this.position;
    const beyond = bodies.findIndex((body) => (end += body.length) > this.options.maxBytes);
    return beyond === -1 ? bodies.length : beyond;
  }

  /**
   * Appends bodies and returns their places once they are synced. Throws when the disk fails, and
   * stores none of the bodies.
   */
  write(bodies: readonly Buffer[]): BodyPlace[] {
    const { number } = this;
    let offset = this.position;
    const places = bodies.map((body) => {
      const place = { segment: number, offset, bytes: body.length, checksum: crc32(body) };
      offset += body.length;
      return place;
    });
    const padding = PAGE.subarray(0, -offset & (PAGE.length - 1));
    this.writeAll([...bodies, padding], offset + padding.length - this.position);
    this.sync();
    this.position = offset + padding.length;
    return places;
  }

  rewind(): void {
    this.position = 0;
  }

  /**
   * Whether the file is still at its path. Otherwise bodies in it are lost when this process ends.
   */
  isInPlace(): boolean {
    return isFileAt(this.options.path, this.file);
  }

  close(): void {
    this.options.disk.closeSync(this.descriptor);
  }

  private writeAll(pieces: readonly Buffer[], bytes: number): void {
    const { disk } = this.options;
    try {
      let written = disk.writevSync(this.descriptor, pieces, this.position);
      // On a full disk, the first call writes a part, and only the next call fails.
      while (written < bytes) {
        const rest = Buffer.concat(pieces).subarray(written);
        written += disk.writevSync(this.descriptor, [rest], this.position + written);
      }
    } catch (error) {
      this.hasFailed = !LACKS_ROOM.has((error as NodeJS.ErrnoException).code);
      throw error;
    }
  }

  private sync(): void {
    try {
      this.options.disk.fdatasyncSync(this.descriptor);
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}
