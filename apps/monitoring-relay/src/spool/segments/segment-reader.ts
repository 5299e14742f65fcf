import { closeSync, fstatSync, openSync, type readvSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { BodyPlace } from './body-place.ts';

const MOST_BODIES_A_READ = 256;
/** Number of failed reads after which a body counts as damaged. Later reports wait meanwhile. */
const MOST_ATTEMPTS = 5;

export interface SegmentReaderOptions {
  readonly locate: (segment: number) => string;
  readonly readvSync: typeof readvSync;
}

/**
 * Reads bodies from segments. Keeps the last segment open, because claims read segments from one
 * end to the other.
 */
export class SegmentReader {
  private open: { readonly segment: number; readonly descriptor: number } | undefined;
  private readonly attempts = new Map<string, number>();
  private fault: unknown;

  constructor(private readonly options: SegmentReaderOptions) {}

  /**
   * Returns the bodies at these places, each in its own memory. Returns undefined for a body that
   * is gone, truncated, changed, or repeatedly refused by the disk. Reads adjacent bodies with one
   * call. Throws when the disk reports an error; the next read may succeed.
   */
  read(places: readonly BodyPlace[]): (Buffer | undefined)[] {
    const bodies: (Buffer | undefined)[] = [];
    this.fault = undefined;
    while (bodies.length < places.length) {
      bodies.push(...this.readRun(places.slice(bodies.length, findRunEnd(places, bodies.length))));
    }
    if (this.fault !== undefined) throw this.fault;
    return bodies;
  }

  /** Call this before a segment is deleted, because an open file keeps its disk space. */
  leave(segment: number): void {
    if (this.open?.segment === segment) this.close();
  }

  close(): void {
    if (this.open) closeSync(this.open.descriptor);
    this.open = undefined;
  }

  private readRun(run: readonly BodyPlace[]): (Buffer | undefined)[] {
    const descriptor = this.find(run[0]!.segment);
    if (descriptor === undefined) return run.map(() => undefined);
    const { size } = fstatSync(descriptor);
    // Places in rows may be damaged as well, therefore places outside the file are never read.
    const end = run.findIndex((place) => !isWithin(place, size));
    const bodies = this.readTogether(descriptor, end === -1 ? run : run.slice(0, end));
    for (const place of run.slice(bodies.length)) {
      bodies.push(isWithin(place, size) ? this.readAlone(descriptor, place) : undefined);
    }
    return bodies;
  }

  private readTogether(descriptor: number, run: readonly BodyPlace[]): (Buffer | undefined)[] {
    if (run.length < 2) return [];
    const bodies = run.map(allocate);
    const { offset } = run[0]!;
    let end = offset;
    try {
      end += this.options.readvSync(descriptor, bodies, offset);
    } catch {
      // Reading the bodies one by one shows which body the disk cannot read.
    }
    const cut = run.findIndex((place) => place.offset + place.bytes > end);
    const whole = cut === -1 ? run : run.slice(0, cut);
    return whole.map((place, index) => check(bodies[index]!, place));
  }

  private readAlone(descriptor: number, place: BodyPlace): Buffer | undefined {
    const key = `${place.segment} ${place.offset} ${place.checksum}`;
    const body = allocate(place);
    try {
      for (let bytes = 0; bytes < body.length;) {
        const rest = [body.subarray(bytes)];
        const read = this.options.readvSync(descriptor, rest, place.offset + bytes);
        if (read === 0) return undefined;
        bytes += read;
      }
    } catch (error) {
      this.noteRefusal(key, error);
      return undefined;
    }
    this.attempts.delete(key);
    return check(body, place);
  }

  /**
   * Counts a failed read of a body. Throws any error except EIO, because only EIO comes from the
   * medium.
   */
  private noteRefusal(key: string, error: unknown): void {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    const attempts = (this.attempts.get(key) ?? 0) + 1;
    this.attempts.set(key, attempts);
    if (attempts < MOST_ATTEMPTS) this.fault = error;
  }

  private find(segment: number): number | undefined {
    if (this.open?.segment === segment) return this.open.descriptor;
    this.close();
    if (!isCount(segment)) return undefined;
    try {
      this.open = { segment, descriptor: openSync(this.options.locate(segment), 'r') };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return this.open?.descriptor;
  }
}

/** Does not use Node's buffer pool, because the buffer is transferred to other threads. */
function allocate({ bytes }: BodyPlace): Buffer {
  return Buffer.allocUnsafeSlow(bytes);
}

function check(body: Buffer, { checksum }: BodyPlace): Buffer | undefined {
  return crc32(body) === checksum ? body : undefined;
}

function isWithin({ offset, bytes }: BodyPlace, fileBytes: number): boolean {
  return isCount(offset) && isCount(bytes) && offset + bytes <= fileBytes;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function findRunEnd(places: readonly BodyPlace[], start: number): number {
  let end = start + 1;
  while (
    end - start < MOST_BODIES_A_READ &&
    places[end]?.segment === places[start]!.segment &&
    places[end]!.offset === places[end - 1]!.offset + places[end - 1]!.bytes
  ) {
    end += 1;
  }
  return end;
}
