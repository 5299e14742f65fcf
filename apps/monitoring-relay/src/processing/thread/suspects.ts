import type { ClaimsInHand } from '../../spool/claim-mark.ts';
import type { QueueName } from './messages.ts';

/**
 * How often a report that is alone ends the thread before it is kept aside: a thread may also end over what else it does. One that
 * hangs does so over the report, and holds up all others for half a minute each time: that counts as two.
 */
export const MAX_STRIKES = 4;
const HANG_STRIKES = 2;
/**
 * How often it is handed out alone before the process is taken to end over it. Processes are also killed by others: that it
 * was this one in work each time, for the milliseconds that it is, is no chance then; on a busy machine, where it is longer, four
 * times were. One end before that, over several, and the supervisor has started it seven times, of the eight within a minute.
 */
export const MAX_HAND_OUTS = 6;
/**
 * Of an end, of a thread or the process, once the report has been processed, and others record or settle it: little is done here
 * meanwhile that could end anything, and it takes far longer than all else, hundreds of milliseconds on a busy machine (ADR 64).
 */
export const RECORDING_WEIGHT = 0.25;

interface ReportName {
  readonly queue: QueueName;
  readonly id: number;
}

/** The latest report of a queue that was alone, as long as it is not done with. */
interface Lone {
  readonly id: number;
  readonly strikes: number;
  readonly handOuts: number;
  /** Since it was handed out. */
  readonly isRecording: boolean;
}

/** How a thread ended: it hung, it took more memory than it may, or otherwise. Only the last may have nothing to do with it. */
export type ThreadEnding = 'hang' | 'memory' | 'other';

/** Which reports may have ended the thread, or the process. */
export class Suspects {
  private readonly ids: Readonly<Record<QueueName, Set<number>>> = {
    own: new Set(),
    left: new Set(),
  };
  private readonly lones = new Map<QueueName, Lone>();

  get areThere(): boolean {
    return this.ids.own.size + this.ids.left.size > 0;
  }

  add({ queue, id }: ReportName): void {
    this.ids[queue].add(id);
  }

  /** It was done with, and nothing happened. */
  clear({ queue, id }: ReportName): void {
    this.ids[queue].delete(id);
    if (this.lones.get(queue)?.id === id) this.lones.delete(queue);
  }

  /** Reports are claimed in order: what comes before one that was claimed is not queued any more. */
  clearBefore({ queue, id: firstId }: ReportName): void {
    for (const id of this.ids[queue]) if (id < firstId) this.clear({ queue, id });
  }

  clearAllOf(queue: QueueName): void {
    this.ids[queue].clear();
    this.lones.delete(queue);
  }

  /** The thread ended over it alone, or hung; returns whether that is once too often. */
  strike(report: ReportName, ending: ThreadEnding): boolean {
    const lone = this.follow(report);
    const strikes = lone.strikes + weigh(ending, lone);
    this.lones.set(report.queue, { ...lone, strikes });
    return strikes >= MAX_STRIKES;
  }

  /** To be called when a suspect is handed out alone. */
  noteHandOut(report: ReportName): void {
    if (!this.ids[report.queue].has(report.id)) return;
    const lone = this.follow(report);
    this.lones.set(report.queue, { ...lone, handOuts: lone.handOuts + 1, isRecording: false });
  }

  /** What was handed out alone has been processed: that hand-out counts less from now on. */
  noteRecording(report: ReportName): void {
    const lone = this.follow(report);
    if (lone.isRecording) return;
    // None is left of one that was excused.
    const handOuts = Math.max(0, lone.handOuts - 1 + RECORDING_WEIGHT);
    this.lones.set(report.queue, { ...lone, handOuts, isRecording: true });
  }

  /** Whether it was handed out alone once too often without being done with. */
  hasEndedProcesses(report: ReportName): boolean {
    return this.follow(report).handOuts >= MAX_HAND_OUTS;
  }

  /** What is handed out alone ends nothing: something else keeps it. */
  excuseLones(): void {
    for (const [queue, lone] of this.lones) this.lones.set(queue, { ...lone, handOuts: 0 });
  }

  /** What is to be known of a queue if the process ends, beside what is handed out. */
  describe(queue: QueueName): ClaimsInHand {
    const ids = [...this.ids[queue]];
    const { id = 0, handOuts = 0 } = this.lones.get(queue) ?? {};
    return handOuts === 0 ? { ids } : { ids, lone: { id, times: handOuts } };
  }

  /** Of a queue whose process has ended. */
  recall(queue: QueueName, { ids, lone }: ClaimsInHand): void {
    for (const id of ids) this.add({ queue, id });
    if (lone)
      this.lones.set(queue, { id: lone.id, strikes: 0, handOuts: lone.times, isRecording: false });
  }

  private follow({ queue, id }: ReportName): Lone {
    const lone = this.lones.get(queue);
    return lone?.id === id ? lone : { id, strikes: 0, handOuts: 0, isRecording: false };
  }
}

function weigh(ending: ThreadEnding, { isRecording }: Lone): number {
  if (ending === 'hang') return HANG_STRIKES;
  return isRecording && ending === 'other' ? RECORDING_WEIGHT : 1;
}
