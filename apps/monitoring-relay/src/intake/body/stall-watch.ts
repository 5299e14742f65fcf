import { reportLimits } from '#shared';

export interface Arriving {
  readonly wireBytes: number;
  /**
   * Called when nothing has arrived for `reportLimits.bodyStallMs`, or too few bytes within a
   * minute.
   */
  stall(): void;
}

export const SWEEP_EVERY_MS = 1000;
const SWEEPS = reportLimits.bodyStallMs / SWEEP_EVERY_MS;
const SWEEPS_A_MINUTE = 60_000 / SWEEP_EVERY_MS;

export interface Watched {
  readonly body: Arriving;
  place: number;
  wireBytes: number;
  sweepsWithout: number;
  sweepsOfMinute: number;
  wireBytesBeforeMinute: number;
}

/**
 * Ends bodies that stop arriving or arrive too slowly, because they would hold memory as long as
 * their senders like. No other timeout ends a body, so a sender with much data on a slow line may
 * take its time.
 *
 * One timer serves all bodies, because a timer per request costs more than most requests do. Time
 * is counted in sweeps (calls of `sweep`), so that a machine that wakes from sleep does not end
 * every body.
 */
export class StallWatch {
  /**
   * An array, not a `Map`. A map that is constantly changed replaces its tables, and old tables
   * point to their successors. Once one table is in V8's old generation, all later tables and their
   * contents stay in memory until a full collection.
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

  remove(watched: Watched): void {
    if (this.arriving[watched.place] !== watched) return;
    const last = this.arriving.pop();
    if (!last || last === watched) return;
    last.place = watched.place;
    this.arriving[last.place] = last;
  }

  sweep(): void {
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

function endsMinute(watched: Watched): boolean {
  watched.sweepsOfMinute = (watched.sweepsOfMinute + 1) % SWEEPS_A_MINUTE;
  return watched.sweepsOfMinute === 0;
}

function isTooLittle(watched: Watched): boolean {
  const bytes = watched.wireBytes - watched.wireBytesBeforeMinute;
  watched.wireBytesBeforeMinute = watched.wireBytes;
  return bytes < reportLimits.bodyLeastBytesPerMinute;
}
