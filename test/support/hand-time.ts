import { setImmediate as turn } from 'node:timers/promises';
import { Clock } from '#shared';
import type { Scheduler } from '#shared';

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

/** A clock and scheduler whose time passes only when a spec says so. */
export class HandTime extends Clock implements Scheduler {
  #nowMs = Date.UTC(2026, 0, 5, 12);
  readonly #tasks = new Set<Task>();

  override nowMs(): number {
    return this.#nowMs;
  }

  runAfter(delayMs: number, run: () => void): () => void {
    const task = { atMs: this.#nowMs + delayMs, run };
    this.#tasks.add(task);
    return () => void this.#tasks.delete(task);
  }

  /** Milliseconds until each task that waits, the next first. */
  get dueInMs(): number[] {
    return [...this.#tasks].map(({ atMs }) => atMs - this.#nowMs).toSorted((a, b) => a - b);
  }

  /** Runs what is due meanwhile in its order, each with the promises that it settles. */
  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const [next] = [...this.#tasks]
        .filter(({ atMs }) => atMs <= endMs)
        .toSorted((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.#tasks.delete(next);
      this.#nowMs = next.atMs;
      next.run();
      await turn();
      await turn();
    }
    this.#nowMs = endMs;
    await turn();
  }
}
