import { setImmediate as nextTurn } from 'node:timers/promises';

/** Other work of the thread, such as answering requests, waits at most this long. */
const LONGEST_MS = 5;

export class Turn {
  private startedMs = performance.now();

  /**
   * Lets other work of the thread run if this work has taken `LONGEST_MS` without a break. Await
   * this between two steps.
   */
  async yieldWhenLong(): Promise<void> {
    if (performance.now() - this.startedMs < LONGEST_MS) return;
    await nextTurn();
    this.startedMs = performance.now();
  }
}
