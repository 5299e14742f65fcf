/** Source of time. Specs use a double to move time without waiting. */
export abstract class Clock {
  abstract nowMs(): number;
}

export class SystemClock extends Clock {
  override nowMs(): number {
    return Date.now();
  }
}
