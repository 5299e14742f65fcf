import { hash } from 'node:crypto';
import type { ReportStore } from '#product/recording/record';
import type { MadeReport, OwnReport } from '#product/recording/reports';
import { type Clock, isDatabaseAway, monitorLimits } from '#shared';
import { describeError, inSteps, Logger, type Pause, toReason } from '#telemetry/plain';
import type { MonitorFailure, MonitorStore } from '../index.ts';
import { toFailureEvent } from './failure-event.ts';

/** Reports of this origin have the ids of monitor changes. */
const ORIGIN = 'monitors';
const LEASE = 'monitors';

/**
 * Each run of this job spends at most this long on judging, and at most this long on recording
 * failures. Both parts together must end before this relay counts as absent.
 */
const LONGEST_PART_MS = monitorLimits.awayMs / 3;

/**
 * Maximum number of attempts to record a failure that the database refuses. Later failures wait
 * meanwhile.
 */
const MOST_TRIES = 5;

export interface MonitorWatchParts {
  readonly monitors: Pick<
    MonitorStore,
    'findFailure' | 'judgeNext' | 'resolveNext' | 'settleFailure' | 'watch'
  >;
  readonly reports: Pick<ReportStore, 'forget'>;
  readonly makeReport: (report: OwnReport) => Promise<MadeReport>;
  /**
   * Returns the receipt time of the oldest report that waits in the spool. A check-in that was
   * received but is not recorded yet must not count as missing.
   */
  readonly findOldestMs: () => Promise<number | undefined>;
  readonly lease: {
    runUnder(
      name: string,
      work: (signal: AbortSignal) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void>;
  };
  readonly clock: Clock;
  readonly pause: Pause;
  readonly relay: string;
}

/**
 * Decides how runs of cron monitors ended, and records the resulting failures and recoveries. Every
 * relay reports that it is present. Only one relay at a time judges, and only when a run is due.
 */
export class MonitorWatch {
  private readonly logger = new Logger('Monitors');
  private refused = { changeId: 0, tries: 0 };

  constructor(private readonly parts: MonitorWatchParts) {}

  async run(signal: AbortSignal): Promise<void> {
    const { monitors, findOldestMs, lease, clock, relay } = this.parts;
    const nowMs = clock.nowMs();
    const recordedUntilMs = (await findOldestMs()) ?? nowMs;
    const judging = await monitors.watch({ relay, nowMs, recordedUntilMs });
    if (!judging) return;
    await lease.runUnder(
      LEASE,
      async (until) => {
        await this.repeat(() => monitors.judgeNext(judging), until);
        await this.repeat(() => this.recordNextChange(), until);
      },
      signal,
    );
  }

  /**
   * Repeats `step` until it has no more work, for a third of `monitorLimits.awayMs` at most. The
   * job's next run continues.
   */
  private repeat(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    const { clock, pause } = this.parts;
    const endsAtMs = clock.nowMs() + LONGEST_PART_MS;
    return inSteps(async () => clock.nowMs() < endsAtMs && step(), { pause, signal });
  }

  /** Records the oldest failure or recovery. Returns false when there was none. */
  private async recordNextChange(): Promise<boolean> {
    const { monitors } = this.parts;
    if (await monitors.resolveNext()) return true;
    const failure = await monitors.findFailure();
    if (failure) await this.recordFailure(failure);
    return failure !== undefined;
  }

  /**
   * Records a failure. After a crash, the same failure makes a report with the same id, so it is
   * recorded only once.
   */
  private async recordFailure(failure: MonitorFailure): Promise<void> {
    const { monitors, reports, makeReport } = this.parts;
    const { changeId } = failure;
    const report = toReport(failure);
    const made = await makeReport(report);
    const reason = await this.record(changeId, made);
    if (reason === undefined) {
      const { groupingKey } = made;
      await monitors.settleFailure(changeId, { eventId: report.eventId, groupingKey });
    } else {
      await this.storeFailedReport(failure, made, reason);
      await monitors.settleFailure(changeId);
    }
    await reports.forget(ORIGIN, changeId + 1);
  }

  /**
   * Returns why the failure can never be recorded, or undefined after recording it. Rejects when
   * another attempt may succeed.
   */
  private async record(changeId: number, made: MadeReport): Promise<string | undefined> {
    if (made.refusal !== undefined) return made.refusal;
    try {
      await made.record();
      return undefined;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const tries = this.refused.changeId === changeId ? this.refused.tries + 1 : 1;
      this.refused = { changeId, tries };
      if (tries < MOST_TRIES) throw error;
      this.logger.error(`The failure of a monitor cannot be recorded. ${describeError(error)}`);
      return `Recording failed: ${toReason(error)}`;
    }
  }

  /**
   * Stores the failure among the failed reports, where an operator can read the reason and retry.
   * Later changes no longer wait for it.
   */
  private async storeFailedReport(
    { projectId }: MonitorFailure,
    made: MadeReport,
    reason: string,
  ): Promise<void> {
    await made.storeAsFailed(reason);
    this.logger.warn(
      `The failure of a monitor of project ${projectId} is kept as a failed report. ${reason}`,
    );
  }
}

function toReport(failure: MonitorFailure): OwnReport {
  const { changeId: id, projectId, atMs } = failure;
  const eventId = hash('sha256', `${ORIGIN} ${id}`).slice(0, 32);
  return { origin: ORIGIN, id, projectId, atMs, eventId, event: toFailureEvent(failure) };
}
