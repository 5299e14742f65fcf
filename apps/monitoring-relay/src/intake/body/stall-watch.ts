import { reportLimits } from '#shared';

/** A body that is on its way. */
export interface Arriving {
  readonly wireBytes: number;
  /** Called when nothing more of it came for `reportLimits.bodyStallMs`, or too little within a minute. */
  stall(): void;
}

/** How often `sweep` is to be called. */
export const SWEEP_EVERY_MS = 1000;
const SWEEPS = reportLimits.bodyStallMs / SWEEP_EVERY_MS;
const SWEEPS_A_MINUTE = 60_000 / SWEEP_EVERY_MS;

/** A body as it was at the last sweep. */
export interface Watched {
  readonly body: Arriving;
  place: number;
  wireBytes: number;
  sweepsWithout: number;
  sweepsOfMinute: number;
  wireBytesBeforeMinute: number;
}

/**
 * Ends bodies that stopped arriving, or trickle, which would hold memory for as long as their senders like: nothing
 * else ends them, so that whoever has much to send over a slow line may (ADR 56). One timer for all: one for each request costs more than most requests. Counted in sweeps,
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
    const { wireBytes } = body;
    const watched = {
      body,
      place,
      wireBytes,
      sweepsWithout: 0,
      sweepsOfMinute: 0,
      wireBytesBeforeMinute: wireBytes,
    };
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
      const isTrickle = endsMinute(watched) && isTooLittle(watched);
      if (isTrickle || watched.sweepsWithout >= SWEEPS) watched.body.stall();
    }
  }
}

/** Counts a sweep: whether a minute is over with it. */
function endsMinute(watched: Watched): boolean {
  watched.sweepsOfMinute = (watched.sweepsOfMinute + 1) % SWEEPS_A_MINUTE;
  return watched.sweepsOfMinute === 0;
}

/** Of the minute that is over; the next one begins. */
function isTooLittle(watched: Watched): boolean {
  const bytes = watched.wireBytes - watched.wireBytesBeforeMinute;
  watched.wireBytesBeforeMinute = watched.wireBytes;
  return bytes < reportLimits.bodyLeastBytesPerMinute;
}
