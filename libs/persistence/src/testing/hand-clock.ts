import { Clock } from '#shared';

/** Starts at 2026-01-05, 12:00 UTC, the time at which `createGroupedEvent` receives its event. */
export class HandClock extends Clock {
  ms = Date.UTC(2026, 0, 5, 12);

  override nowMs(): number {
    return this.ms;
  }
}
