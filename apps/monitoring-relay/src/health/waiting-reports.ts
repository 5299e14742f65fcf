import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import type { RelayHealth } from '#shared';
import { LeftQueues } from '../spool/left/left-queues.ts';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';

/** What waits in this relay, and in spools that others have left and it empties. */
@Injectable()
export class WaitingReports {
  constructor(
    @Inject(SpoolUpkeep)
    private readonly spool: Pick<SpoolUpkeep, 'getQueueState'> & {
      readonly forwards: Pick<SpoolUpkeep['forwards'], 'amount' | 'findOldestMs'>;
    },
    @Inject(LeftQueues) private readonly left: Pick<LeftQueues, 'measure'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Rejects when the relay's own spool cannot be asked. */
  async getQueue(): Promise<RelayHealth['queue']> {
    const own = await this.spool.getQueueState(this.clock.nowMs());
    const left = await this.left.measure();
    return {
      depth: own.depth + left.depth,
      oldestMs: Math.max(own.oldestMs, left.oldestMs),
    };
  }

  /** Of the relay's own spool; undefined where nothing is owed. */
  findForwards(): RelayHealth['forwarding'] {
    const { amount } = this.spool.forwards;
    if (amount.reports === 0) return undefined;
    const nowMs = this.clock.nowMs();
    const oldestMs = Math.max(0, nowMs - (this.spool.forwards.findOldestMs() ?? nowMs));
    return { depth: amount.reports, oldestMs };
  }
}
