import { Clock } from '#page-protocol';

export class FakeClock extends Clock {
  private ms = 1_000_000;

  override nowMs(): number {
    return this.ms;
  }

  pass(ms: number): void {
    this.ms += ms;
  }
}
