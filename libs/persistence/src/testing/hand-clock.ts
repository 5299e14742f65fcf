import { Clock } from '#shared';

/** Time that a spec sets. It stands at 2026-01-05, 12:00 UTC, when `createGroupedEvent` receives. */
export class HandClock extends Clock {
  ms = Date.UTC(2026, 0, 5, 12);

  override nowMs(): number {
    return this.ms;
  }
}
