import type { Clock } from '#shared';

const EVERY_MS = 60_000;

export class OutageLog {
  private sinceMs = 0;
  private notedMs = Number.NEGATIVE_INFINITY;
  private toldMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  /**
   * Returns the text to log, with the duration of the outage. Returns undefined when a line was
   * logged less than a minute ago. An outage ends when no part of the program notes it for two
   * minutes.
   */
  note(text: string): string | undefined {
    const nowMs = this.clock.nowMs();
    // Absolute differences, because the clock may have been set back.
    if (Math.abs(nowMs - this.notedMs) > 2 * EVERY_MS) this.sinceMs = nowMs;
    this.notedMs = nowMs;
    if (Math.abs(nowMs - this.toldMs) < EVERY_MS) return undefined;
    this.toldMs = nowMs;
    const minutes = Math.floor((nowMs - this.sinceMs) / EVERY_MS);
    return minutes === 0 ? text : `For the last ${minutes} min: ${text}`;
  }

  end(): void {
    this.notedMs = Number.NEGATIVE_INFINITY;
    this.toldMs = Number.NEGATIVE_INFINITY;
  }
}
