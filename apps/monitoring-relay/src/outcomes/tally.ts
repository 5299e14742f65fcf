import type { OutcomeCount } from '#shared';
import { toMinuteStart } from './minute.ts';

interface Line {
  readonly of: OutcomeCount;
  /** Quantities by the start of their minute, oldest first. */
  readonly minutes: Map<number, number>;
}

/** Adds up what ended in memory: as many lines as there are keys, endings and kinds, each by the minute. */
export class Tally {
  private lines = new Map<string, Line>();

  /** `mostMinutes`: of a line; what would be more goes to its latest. */
  constructor(private readonly mostMinutes = Infinity) {}

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  add(counts: readonly OutcomeCount[]): void {
    for (const count of counts) this.addOne(count);
  }

  /** All there is, which is then no longer here. */
  take(): OutcomeCount[] {
    const lines = [...this.lines.values()];
    this.lines = new Map();
    return lines.flatMap(({ of, minutes }) =>
      [...minutes].map(([atMs, quantity]) => ({ ...of, atMs, quantity })),
    );
  }

  private addOne(count: OutcomeCount): void {
    const { projectId, publicKey, outcome, reason, kind, atMs, quantity } = count;
    const name = JSON.stringify([projectId, publicKey, outcome, reason, kind]);
    const line = this.lines.get(name) ?? { of: count, minutes: new Map<number, number>() };
    this.lines.set(name, line);
    const { minutes } = line;
    const start = toMinuteStart(atMs);
    const isFull = minutes.size >= this.mostMinutes && !minutes.has(start);
    const minute = isFull ? [...minutes.keys()].at(-1)! : start;
    minutes.set(minute, (minutes.get(minute) ?? 0) + quantity);
  }
}
