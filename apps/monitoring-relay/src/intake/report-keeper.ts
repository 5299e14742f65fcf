import { Inject, Injectable } from '@nestjs/common';
import { Clock, ErrataError } from '#shared';
import { SpoolCondition } from '../health/spool-condition.ts';
import { type IncomingReport, SpoolIntake } from '../spool/ports/spool-intake.ts';
import type { KeptBody } from './body/kept-body.ts';
import { IntakeTally } from './intake-tally.ts';
import type { Refusal } from './refusal.ts';

export type TakenReport = Omit<IncomingReport, 'receivedAtMs' | 'body' | 'spilled'> & {
  readonly body?: Pick<KeptBody, 'finish'>;
};

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

  /**
   * Resolves with undefined once the report is on disk, or with a refusal when the spool cannot be
   * written. A report without a body is only counted, not written.
   */
  async keep({ body, ...report }: TakenReport): Promise<Refusal | undefined> {
    if (!body) {
      this.tally.addFiltered(report, report.contents);
      return undefined;
    }
    const receivedAtMs = this.clock.nowMs();
    try {
      await this.spool.append({ ...report, receivedAtMs, ...(await body.finish()) });
    } catch (error) {
      // A rethrown error would be reported to Errata itself, and that report would need the same
      // spool. The log and the health endpoint show the failure.
      if (!(error instanceof ErrataError && error.code === 'spool.unavailable')) throw error;
      this.condition.noteFailure(error);
      return { ok: false, code: error.code };
    }
    this.condition.noteKept();
    return undefined;
  }
}
