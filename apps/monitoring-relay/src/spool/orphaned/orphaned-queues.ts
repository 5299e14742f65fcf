import type { Clock } from '#shared';
import type { QueueState, SpoolUpkeep } from '../ports/spool-upkeep.ts';

type Queue = Pick<QueueState, 'depth' | 'oldestMs'>;

/**
 * What waits in spools that relays which are gone have left, as this relay has seen it: of one that it has open at the moment, and of
 * one that it has let go of before it was empty, as it was then. Nothing is opened for it.
 */
export class LeftQueues {
  /** By folder. */
  private readonly reads = new Map<string, (nowMs: number) => Promise<Queue>>();

  constructor(private readonly clock: Clock) {}

  /** It is asked itself from now on, as long as it is open. */
  noteOpened(folder: string, spool: Pick<SpoolUpkeep, 'getQueueState'>): void {
    this.reads.set(folder, (nowMs) => spool.getQueueState(nowMs));
  }

  /** To be called before it is closed, whatever has become of it. */
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

  /** What others have taken meanwhile, or has gone, is not this relay's to tell of. */
  forgetAllBut(folders: ReadonlySet<string>): void {
    for (const folder of this.reads.keys()) if (!folders.has(folder)) this.reads.delete(folder);
  }

  /** Of all of them. One that cannot be asked is left out: why is told by who empties it. */
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
