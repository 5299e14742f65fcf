import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import type { RelayHealth } from '#shared';
import { OrphanedQueues } from '../spool/orphaned/orphaned-queues.ts';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';

@Injectable()
export class WaitingReports {
  constructor(
    @Inject(SpoolUpkeep)
    private readonly spool: Pick<SpoolUpkeep, 'getQueueState'> & {
      readonly forwards: Pick<SpoolUpkeep['forwards'], 'amount' | 'findOldestMs'>;
    },
    @Inject(OrphanedQueues) private readonly orphaned: Pick<OrphanedQueues, 'measure'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async getQueue(): Promise<RelayHealth['queue']> {
    const own = await this.spool.getQueueState(this.clock.nowMs());
    const others = await this.orphaned.measure();
    return {
      depth: own.depth + others.depth,
      oldestMs: Math.max(own.oldestMs, others.oldestMs),
    };
  }

  findForwards(): RelayHealth['forwarding'] {
    const { amount } = this.spool.forwards;
    if (amount.reports === 0) return undefined;
    const nowMs = this.clock.nowMs();
    const oldestMs = Math.max(0, nowMs - (this.spool.forwards.findOldestMs() ?? nowMs));
    return { depth: amount.reports, oldestMs };
  }
}
