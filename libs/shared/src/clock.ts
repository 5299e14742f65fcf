/** Where time comes from; a double of it lets a spec move time without waiting. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  abstract nowMs(): number;
}

export class SystemClock extends Clock {
  override nowMs(): number {
    return Date.now();
  }
}
