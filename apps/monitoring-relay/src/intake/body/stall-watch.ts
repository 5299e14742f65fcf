import { reportLimits } from '#shared';

/** A body that is on its way. */
export interface Arriving {
  readonly wireBytes: number;
  /** Called when nothing more of it came for `reportLimits.bodyStallMs`. */
  stall(): void;
}

/** How often `sweep` is to be called. */
export const SWEEP_EVERY_MS = 1000;
const SWEEPS = reportLimits.bodyStallMs / SWEEP_EVERY_MS;

/** A body as it was at the last sweep. */
export interface Watched {
  readonly body: Arriving;
  place: number;
  wireBytes: number;
  sweepsWithout: number;
}

/**
 * Ends bodies that stopped arriving, which would hold memory until Node gives the request up after
 * minutes. One timer for all: one for each request costs more than most requests. Counted in sweeps,
 * not by a clock, so that a machine that slept does not end them all.
 */
export class StallWatch {
  /**
   * No `Map`, which things come to and go from all the time: its tables that were replaced point to their successors,
   * and once one is old, V8's scavenger keeps whatever the next ones had until the old generation is collected.
   */
  private readonly arriving: Watched[] = [];

  add(body: Arriving): Watched {
    const place = this.arriving.length;
    const watched = { body, place, wireBytes: body.wireBytes, sweepsWithout: 0 };
    this.arriving.push(watched);
    return watched;
  }

  /** Does nothing when it was removed before. */
  remove(watched: Watched): void {
    if (this.arriving[watched.place] !== watched) return;
    const last = this.arriving.pop();
    if (!last || last === watched) return;
    last.place = watched.place;
    this.arriving[last.place] = last;
  }

  sweep(): void {
    // Some go while they are looked at.
    const arriving = this.arriving.slice();
    for (const watched of arriving) {
      const { wireBytes } = watched.body;
      watched.sweepsWithout = wireBytes === watched.wireBytes ? watched.sweepsWithout + 1 : 0;
      watched.wireBytes = wireBytes;
      if (watched.sweepsWithout >= SWEEPS) watched.body.stall();
    }
  }
}
