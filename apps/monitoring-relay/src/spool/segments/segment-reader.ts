import { closeSync, openSync, readvSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { BodyPlace } from './body-place.ts';

/** Far below what a system call takes. */
const MOST_BODIES_A_READ = 256;

/** Reads bodies from the segments of a spool. It keeps the segment open that it read last: claims go from one end to the other. */
export class SegmentReader {
  private open: { readonly segment: number; readonly descriptor: number } | undefined;

  constructor(private readonly locate: (segment: number) => string) {}

  /**
   * The bodies at these places, each in memory of its own; undefined for one that is gone, cut, or not what was
   * written there. What stands side by side is read at once. Throws when the disk reports an error.
   */
  read(places: readonly BodyPlace[]): (Buffer | undefined)[] {
    const bodies: (Buffer | undefined)[] = [];
    while (bodies.length < places.length) {
      bodies.push(...this.readRun(places.slice(bodies.length, findRunEnd(places, bodies.length))));
    }
    return bodies;
  }

  /** To be called before a segment is removed: an open file takes its room. */
  leave(segment: number): void {
    if (this.open?.segment === segment) this.close();
  }

  close(): void {
    if (this.open) closeSync(this.open.descriptor);
    this.open = undefined;
  }

  private readRun(run: readonly BodyPlace[]): (Buffer | undefined)[] {
    const { segment, offset } = run[0]!;
    const descriptor = this.find(segment);
    if (descriptor === undefined) return run.map(() => undefined);
    // Not of the pool: memory of its own is handed to other threads as it is.
    const bodies = run.map(({ bytes }) => Buffer.allocUnsafeSlow(bytes));
    const end = offset + readvSync(descriptor, bodies, offset);
    return run.map((place, index) => {
      const body = bodies[index]!;
      const isWhole = place.offset + place.bytes <= end && crc32(body) === place.checksum;
      return isWhole ? body : undefined;
    });
  }

  private find(segment: number): number | undefined {
    if (this.open?.segment === segment) return this.open.descriptor;
    this.close();
    try {
      this.open = { segment, descriptor: openSync(this.locate(segment), 'r') };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return this.open?.descriptor;
  }
}

/** Where those end, from `start` on, that stand one behind the other. */
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
