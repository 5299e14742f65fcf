/** What a timer of the system holds, about 24 days; it would fire at once for more. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Where delays come from; a double of it lets a spec let time pass without waiting. */
export abstract class Scheduler {
  /**
   * Runs `task` once, `delayMs` milliseconds from now or a little later, never before this call has
   * returned. Returns what cancels it, which does nothing once the task has run. Throws a RangeError
   * for more than 2³¹ - 1 ms.
   */
  abstract runAfter(delayMs: number, task: () => void): () => void;
}

export class SystemScheduler extends Scheduler {
  override runAfter(delayMs: number, task: () => void): () => void {
    if (!(delayMs <= LONGEST_DELAY_MS)) throw new RangeError(`${delayMs} ms is too long`);
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  }
}
