import { Clock } from '#shared';

export class ClockDouble extends Clock {
  ms = Date.UTC(2026, 0, 5, 12);

  override nowMs(): number {
    return this.ms;
  }
}
