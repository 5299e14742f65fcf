import { Clock } from '#shared';

/** Time that stands still until it is moved. */
export class FakeClock extends Clock {
  private ms = 1_000_000;

  override nowMs(): number {
    return this.ms;
  }

  pass(ms: number): void {
    this.ms += ms;
  }
}
