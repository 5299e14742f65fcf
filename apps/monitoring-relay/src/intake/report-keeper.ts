import { Inject, Injectable } from '@nestjs/common';
import { Clock, ErrataError } from '#shared';
import { SpoolCondition } from '../health/spool-condition.ts';
import { countFiltered } from '../outcomes/count-ending.ts';
import { type IncomingReport, Spool } from '../spool/spool.ts';
import type { KeptBody } from './body/kept-body.ts';
import type { Refusal } from './refusal.ts';

/** What has been taken from a sender: `body` is absent when nothing of it is processed. */
export type TakenReport = Omit<IncomingReport, 'receivedAtMs' | 'body' | 'spilled'> & {
  readonly body?: Pick<KeptBody, 'finish'>;
};

/** Puts reports into the spool, and notes whether that works. */
@Injectable()
export class ReportKeeper {
  constructor(
    @Inject(Spool) private readonly spool: Spool,
    @Inject(SpoolCondition) private readonly condition: SpoolCondition,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Resolves once it, or what it is counted as, is on disk, or with the refusal when it cannot be. */
  async keep(report: TakenReport): Promise<Refusal | undefined> {
    try {
      await this.write(report);
    } catch (error) {
      // A state of the relay, told by its log and its health. A report of it would have to go into that spool.
      if (!(error instanceof ErrataError && error.code === 'spool.unavailable')) throw error;
      this.condition.noteFailure(error);
      return { ok: false, code: error.code };
    }
    this.condition.noteKept();
    return undefined;
  }

  private async write({ body, ...report }: TakenReport): Promise<void> {
    const receivedAtMs = this.clock.nowMs();
    if (body) await this.spool.append({ ...report, receivedAtMs, ...(await body.finish()) });
    else await this.spool.tally(countFiltered({ ...report, atMs: receivedAtMs }, report.contents));
  }
}
