import { Inject, Injectable } from '@nestjs/common';
import { Clock, ErrataError } from '#shared';
import { SpoolCondition } from '../health/spool-condition.ts';
import { type IncomingReport, SpoolIntake } from '../spool/ports/spool-intake.ts';
import type { KeptBody } from './body/kept-body.ts';
import { IntakeTally } from './intake-tally.ts';
import type { Refusal } from './refusal.ts';

/** What has been taken from a sender: `body` is absent when nothing of it is processed. */
export type TakenReport = Omit<IncomingReport, 'receivedAtMs' | 'body' | 'spilled'> & {
  readonly body?: Pick<KeptBody, 'finish'>;
};

/** Puts reports into the spool, and notes whether that works. */
@Injectable()
export class ReportKeeper {
  constructor(
    @Inject(SpoolIntake) private readonly spool: Pick<SpoolIntake, 'append'>,
    @Inject(IntakeTally) private readonly tally: Pick<IntakeTally, 'addFiltered'>,
    @Inject(SpoolCondition) private readonly condition: Pick<
      SpoolCondition,
      'noteFailure' | 'noteKept'
    >,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Resolves once it is on disk, or with the refusal when it cannot be. What is only counted is not written. */
  async keep({ body, ...report }: TakenReport): Promise<Refusal | undefined> {
    if (!body) {
      this.tally.addFiltered(report, report.contents);
      return undefined;
    }
    const receivedAtMs = this.clock.nowMs();
    try {
      await this.spool.append({ ...report, receivedAtMs, ...(await body.finish()) });
    } catch (error) {
      // A state of the relay, told by its log and its health. A report of it would have to go into that spool.
      if (!(error instanceof ErrataError && error.code === 'spool.unavailable')) throw error;
      this.condition.noteFailure(error);
      return { ok: false, code: error.code };
    }
    this.condition.noteKept();
    return undefined;
  }
}
