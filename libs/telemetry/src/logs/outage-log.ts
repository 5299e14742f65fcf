import type { Clock } from '#shared';

const EVERY_MS = 60_000;

/** Tells of an outage once a minute, however many notice it. */
export class OutageLog {
  private sinceMs = 0;
  private notedMs = Number.NEGATIVE_INFINITY;
  private toldMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  /** What to log now, if anything: the text, and for how long the outage lasts. One that nobody noted for two minutes is over. */
  note(text: string): string | undefined {
    const nowMs = this.clock.nowMs();
    if (nowMs - this.notedMs > 2 * EVERY_MS) this.sinceMs = nowMs;
    this.notedMs = nowMs;
    if (nowMs - this.toldMs < EVERY_MS) return undefined;
    this.toldMs = nowMs;
    const minutes = Math.floor((nowMs - this.sinceMs) / EVERY_MS);
    return minutes === 0 ? text : `For the last ${minutes} min: ${text}`;
  }

  /** The outage is over: the next one is told at once. */
  end(): void {
    this.notedMs = Number.NEGATIVE_INFINITY;
    this.toldMs = Number.NEGATIVE_INFINITY;
  }
}
