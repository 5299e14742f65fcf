import * as fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { isFileAt } from '../disk/same-file.ts';
import type { BodyPlace } from './body-place.ts';

/** What writes and reads segments: a port of `node:fs`, because disks do not fail when asked to. */
export type SegmentDisk = Pick<
  typeof fs,
  'openSync' | 'writevSync' | 'readvSync' | 'fdatasyncSync' | 'closeSync'
>;

export interface SegmentOptions {
  readonly path: string;
  readonly number: number;
  readonly disk: SegmentDisk;
  readonly maxBytes: number;
  /** Whether its file is to be made: throws `EEXIST` when one is there. */
  readonly isNew: boolean;
}

const WRITE_OR_MAKE = fs.constants.O_WRONLY | fs.constants.O_CREAT;
const MAKE = WRITE_OR_MAKE | fs.constants.O_EXCL;
/**
 * What is written at once begins with a page and fills its last one. A page that has a body which was acknowledged is
 * then never written again, nor is one read from the disk to be written.
 */
const PAGE = Buffer.alloc(4096);

/** How much is written behind what ends there. */
export function measurePadding({ offset, bytes }: BodyPlace): number {
  return -(offset + bytes) & (PAGE.length - 1);
}

/** What a write ends in that has found no room: the file is as good as before. */
const LACKS_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * A file that bodies are written to, one behind the other, by whoever made or emptied it. What stood in it before is
 * written over in place: such a write changes nothing but the file's data, and its sync is the cheapest there is.
 */
export class Segment {
  readonly number: number;
  private readonly descriptor: number;
  private readonly file;
  private position = 0;
  private hasFailed = false;

  /** Makes the file where it is not there. Throws what the file system throws. */
  constructor(private readonly options: SegmentOptions) {
    this.number = options.number;
    const flags = options.isNew ? MAKE : WRITE_OR_MAKE;
    this.descriptor = options.disk.openSync(options.path, flags, 0o600);
    this.file = fs.fstatSync(this.descriptor, { bigint: true });
  }

  /**
   * False once a sync failed, for good: the system may have dropped what it could not write, and say of the next sync
   * that all is well. Also after a write that failed otherwise than for want of room.
   */
  get isTrusted(): boolean {
    return !this.hasFailed;
  }

  /** How many of these bodies, from the first on, have room. A body never goes over two segments. */
  countFitting(bodies: readonly Buffer[]): number {
    let end = this.position;
    const beyond = bodies.findIndex((body) => (end += body.length) > this.options.maxBytes);
    return beyond === -1 ? bodies.length : beyond;
  }

  /** Returns where they stand once they are synced. Throws what the disk says; then none of them stands anywhere. */
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

  /** To be called when all that stands in it has been let go of. */
  rewind(): void {
    this.position = 0;
  }

  /** Whether its file is still where it was made: else what is written to it is gone with this process. */
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
      // A disk that is full takes a part first, and says why with the next write.
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
