import type { OutcomeCount } from '#shared';
import { toMinuteStart } from './minute.ts';

interface Line {
  readonly of: OutcomeCount;
  /** Quantities by the start of their minute, oldest first. */
  readonly minutes: Map<number, number>;
}

export interface TallyBounds {
  /** Lines beyond it are of their project, and of no key of it. */
  readonly mostLines: number;
  /** Of a line; what would be more goes to its latest. */
  readonly mostMinutes: number;
}

/**
 * Adds up what ended in memory: as many lines as there are keys, endings and kinds, each by the minute. Beyond its bounds
 * it tells less finely whose items they were, or when; it counts all of them. Endings and kinds are closed lists, and
 * projects are few: what is beyond `mostLines` stays small.
 */
export class Tally {
  private lines = new Map<string, Line>();

  constructor(private readonly bounds: TallyBounds) {}

  get quantity(): number {
    return this.list().reduce((sum, { quantity }) => sum + quantity, 0);
  }

  add(counts: readonly OutcomeCount[]): void {
    for (const count of counts) this.addOne(count);
  }

  /** All there is, which is then no longer here. */
  take(): OutcomeCount[] {
    const counts = this.list();
    this.lines = new Map();
    return counts;
  }

  private list(): OutcomeCount[] {
    return [...this.lines.values()].flatMap(({ of, minutes }) =>
      [...minutes].map(([atMs, quantity]) => ({ ...of, atMs, quantity })),
    );
  }

  private addOne(count: OutcomeCount): void {
    const { minutes } = this.findLine(count) ?? this.findLine({ ...count, publicKey: '' }, true)!;
    const start = toMinuteStart(count.atMs);
    const isFull = minutes.size >= this.bounds.mostMinutes && !minutes.has(start);
    const minute = isFull ? [...minutes.keys()].at(-1)! : start;
    minutes.set(minute, (minutes.get(minute) ?? 0) + count.quantity);
  }

  /** That of its key, made where there is none; undefined where there are too many, unless `isLast`. */
  private findLine(of: OutcomeCount, isLast = false): Line | undefined {
    const { projectId, publicKey, outcome, reason, kind } = of;
    const name = JSON.stringify([projectId, publicKey, outcome, reason, kind]);
    const found = this.lines.get(name);
    if (found || (this.lines.size >= this.bounds.mostLines && !isLast)) return found;
    const line: Line = { of, minutes: new Map() };
    this.lines.set(name, line);
    return line;
  }
}
