import type { OutcomeCount } from '#shared';
import { toMinuteStart } from './minute.ts';

interface Line {
  readonly of: OutcomeCount;
  readonly minutes: Map<number, number>;
}

export interface TallyBounds {
  /**
   * Once the tally has this many lines, a count that needs a new line is added to a line of its
   * project, without its key.
   */
  readonly maxLines: number;
  /**
   * Number of minutes that a line counts separately. Counts of further minutes are added to the
   * line's latest minute.
   */
  readonly maxMinutes: number;
}

/**
 * Adds up outcomes in memory per minute, in one line for each key, outcome, reason and kind. At its
 * bounds the tally forgets the key or the minute, but still counts everything. Lines without a key
 * may exceed the limit, but they are few: outcomes, reasons and kinds are closed lists, and
 * projects are few.
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
    const isFull = minutes.size >= this.bounds.maxMinutes && !minutes.has(start);
    const minute = isFull ? [...minutes.keys()].at(-1)! : start;
    minutes.set(minute, (minutes.get(minute) ?? 0) + count.quantity);
  }

  private findLine(of: OutcomeCount, isLast = false): Line | undefined {
    const { projectId, publicKey, outcome, reason, kind } = of;
    const name = JSON.stringify([projectId, publicKey, outcome, reason, kind]);
    const found = this.lines.get(name);
    if (found || (this.lines.size >= this.bounds.maxLines && !isLast)) return found;
    const line: Line = { of, minutes: new Map() };
    this.lines.set(name, line);
    return line;
  }
}
