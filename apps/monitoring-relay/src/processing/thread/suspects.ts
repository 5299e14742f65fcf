import type { ClaimsInHand } from '../../spool/claim-mark.ts';
import type { QueueName } from './messages.ts';

/** How often a report that is alone ends the thread before it is kept aside. */
const MAX_STRIKES = 2;
/**
 * How often it is handed out alone before the process is taken to end over it. Processes are also killed by others: that it
 * was this one in work each time, for the milliseconds that it is, is no chance then. One end before that, over several, and
 * the supervisor has started it five times, of the six within a minute.
 */
export const MAX_HAND_OUTS = 4;

interface ReportName {
  readonly queue: QueueName;
  readonly id: number;
}

/** The latest report that was alone, as long as it is not done with. */
interface Lone extends ReportName {
  readonly strikes: number;
  readonly handOuts: number;
}

/** Which reports may have ended the thread, or the process. */
export class Suspects {
  private readonly ids: Readonly<Record<QueueName, Set<number>>> = {
    own: new Set(),
    left: new Set(),
  };
  private lone: Lone | undefined;

  get areThere(): boolean {
    return this.ids.own.size + this.ids.left.size > 0;
  }

  add({ queue, id }: ReportName): void {
    this.ids[queue].add(id);
  }

  /** It was done with, and nothing happened. */
  clear({ queue, id }: ReportName): void {
    this.ids[queue].delete(id);
    if (this.lone?.queue === queue && this.lone.id === id) this.lone = undefined;
  }

  /** Reports are claimed in order: what comes before one that was claimed is not queued any more. */
  clearBefore({ queue, id: firstId }: ReportName): void {
    for (const id of this.ids[queue]) if (id < firstId) this.clear({ queue, id });
  }

  clearAllOf(queue: QueueName): void {
    for (const id of this.ids[queue]) this.clear({ queue, id });
  }

  /** The thread ended over it alone; returns whether that is once too often. */
  strike(report: ReportName): boolean {
    const { strikes, ...lone } = this.follow(report);
    this.lone = { ...lone, strikes: strikes + 1 };
    return this.lone.strikes >= MAX_STRIKES;
  }

  /** To be called when a suspect is handed out alone. */
  noteHandOut(report: ReportName): void {
    if (!this.ids[report.queue].has(report.id)) return;
    const { handOuts, ...lone } = this.follow(report);
    this.lone = { ...lone, handOuts: handOuts + 1 };
  }

  /** Whether it was handed out alone once too often without being done with. */
  hasEndedProcesses(report: ReportName): boolean {
    return this.follow(report).handOuts >= MAX_HAND_OUTS;
  }

  /** The one that is handed out alone ends nothing: something else keeps it. */
  excuseLone(): void {
    if (this.lone) this.lone = { ...this.lone, handOuts: 0 };
  }

  /** What is to be known of a queue if the process ends, beside what is handed out. */
  describe(queue: QueueName): ClaimsInHand {
    const ids = [...this.ids[queue]];
    if (this.lone?.queue !== queue || this.lone.handOuts === 0) return { ids };
    return { ids, lone: { id: this.lone.id, times: this.lone.handOuts } };
  }

  /** Of a queue whose process has ended. */
  recall(queue: QueueName, { ids, lone }: ClaimsInHand): void {
    for (const id of ids) this.add({ queue, id });
    if (lone) this.lone = { queue, id: lone.id, strikes: 0, handOuts: lone.times };
  }

  private follow({ queue, id }: ReportName): Lone {
    const isSame = this.lone?.queue === queue && this.lone.id === id;
    return isSame ? this.lone! : { queue, id, strikes: 0, handOuts: 0 };
  }
}
