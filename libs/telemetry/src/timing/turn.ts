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

  /** Does a step for each item, one after the other, and lets other work run in between. */
  async map<Item, Result>(items: readonly Item[], step: (item: Item) => Result): Promise<Result[]> {
    const results: Result[] = [];
    for (const item of items) {
      results.push(step(item));
      await this.yieldWhenLong();
    }
    return results;
  }
}
