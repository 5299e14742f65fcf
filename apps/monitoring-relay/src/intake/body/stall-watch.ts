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

interface Progress {
  wireBytes: number;
  sweepsWithout: number;
}

/**
 * Ends bodies that stopped arriving, which would hold memory until Node gives the request up after
 * minutes. One timer for all: one for each request costs more than most requests. Counted in sweeps,
 * not by a clock, so that a machine that slept does not end them all.
 */
export class StallWatch {
  private readonly arriving = new Map<Arriving, Progress>();

  add(body: Arriving): void {
    this.arriving.set(body, { wireBytes: body.wireBytes, sweepsWithout: 0 });
  }

  remove(body: Arriving): void {
    this.arriving.delete(body);
  }

  sweep(): void {
    for (const [body, progress] of this.arriving) {
      progress.sweepsWithout =
        body.wireBytes === progress.wireBytes ? progress.sweepsWithout + 1 : 0;
      progress.wireBytes = body.wireBytes;
      if (progress.sweepsWithout >= SWEEPS) body.stall();
    }
  }
}
