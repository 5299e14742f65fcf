/** Longest delay of a timer, about 24 days. A timer with a longer delay would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export abstract class Scheduler {
  /**
   * Runs `task` once, `delayMs` milliseconds from now or a little later, never before this call
   * returns. Returns a function that cancels the task and does nothing once the task has run.
   * Throws a RangeError for more than 2³¹ - 1 ms.
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
