import { setImmediate as nextTurn } from 'node:timers/promises';

/** After this long the event loop gets its turn: the same thread answers requests. */
const LONGEST_MS = 5;

/** Splits long work into turns of the event loop. */
export class Turn {
  private startedMs = performance.now();

  /** To be awaited between two steps; resolves at once while the turn is short. */
  async yieldWhenLong(): Promise<void> {
    if (performance.now() - this.startedMs < LONGEST_MS) return;
    await nextTurn();
    this.startedMs = performance.now();
  }
}
