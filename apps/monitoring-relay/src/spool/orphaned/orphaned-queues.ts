import type { Clock } from '#shared';
import type { QueueState, SpoolUpkeep } from '../ports/spool-upkeep.ts';

type Queue = Pick<QueueState, 'depth' | 'oldestMs'>;

/**
 * Counts the reports in orphaned spools (those of relays that are gone) without opening any. While
 * this relay has a spool open, `measure` queries it. A spool that was closed before it was empty
 * keeps the count that it had at closing.
 */
export class OrphanedQueues {
  private readonly reads = new Map<string, (nowMs: number) => Promise<Queue>>();

  constructor(private readonly clock: Clock) {}

  noteOpened(folder: string, spool: Pick<SpoolUpkeep, 'getQueueState'>): void {
    this.reads.set(folder, (nowMs) => spool.getQueueState(nowMs));
  }

  async noteClosing(folder: string): Promise<void> {
    const nowMs = this.clock.nowMs();
    const { depth, oldestMs } = await this.read(folder, nowMs);
    const sinceMs = nowMs - oldestMs;
    if (depth === 0) this.reads.delete(folder);
    else
      this.reads.set(folder, async (laterMs) => ({
        depth,
        oldestMs: Math.max(0, laterMs - sinceMs),
      }));
  }

  forgetAllBut(folders: ReadonlySet<string>): void {
    for (const folder of this.reads.keys()) if (!folders.has(folder)) this.reads.delete(folder);
  }

  /**
   * Sums up the reports of all spools. Skips unreadable spools; the code that empties spools logs
   * the reason.
   */
  async measure(): Promise<Queue> {
    const nowMs = this.clock.nowMs();
    const folders = [...this.reads.keys()];
    const queues = await Promise.all(folders.map((folder) => this.read(folder, nowMs)));
    return {
      depth: queues.reduce((sum, { depth }) => sum + depth, 0),
      oldestMs: Math.max(0, ...queues.map(({ oldestMs }) => oldestMs)),
    };
  }

  private async read(folder: string, nowMs: number): Promise<Queue> {
    const nothing = { depth: 0, oldestMs: 0 };
    try {
      return (await this.reads.get(folder)?.(nowMs)) ?? nothing;
    } catch {
      return nothing;
    }
  }
}
