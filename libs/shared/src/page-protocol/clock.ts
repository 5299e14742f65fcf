export abstract class Clock {
  abstract nowMs(): number;
}

export class SystemClock extends Clock {
  override nowMs(): number {
    return Date.now();
  }
}
