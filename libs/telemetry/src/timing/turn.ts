import { setImmediate as nextTurn } from 'node:timers/promises';

/** Limits how long other work of the thread, such as answering requests, has to wait. */
const LONGEST_MS = 5;

export class Turn {
  private startedMs = performance.now();

  /** Await this between two steps. The promise resolves at once while the turn is short. */
  async yieldWhenLong(): Promise<void> {
    if (performance.now() - this.startedMs < LONGEST_MS) return;
    await nextTurn();
    this.startedMs = performance.now();
  }
}
