import { hash } from 'node:crypto';
import type { ReportStore } from '#product/recording/record';
import type { MadeReport, OwnReport } from '#product/recording/reports';
import { type Clock, isDatabaseAway, monitorLimits } from '#shared';
import { describeError, inSteps, Logger, type Pause, toReason } from '#telemetry/plain';
import type { MonitorFailure, MonitorStore } from '../index.ts';
import { toFailureEvent } from './failure-event.ts';

/** Of the reports that tell of failures. Their ids are those of the changes. */
const ORIGIN = 'monitors';
/** Also the name of the job. */
const LEASE = 'monitors';

/** Of one run, for judging and for telling each: the relay has to say in time that it is still there. */
const TURN_MS = monitorLimits.awayMs / 3;

/** Of one failure, while the database answers: those behind it wait meanwhile. */
const MOST_TRIES = 5;

export interface MonitorWatchParts {
  readonly monitors: Pick<
    MonitorStore,
    'findFailure' | 'judgeNext' | 'resolveNext' | 'settleFailure' | 'watch'
  >;
  readonly reports: Pick<ReportStore, 'forget'>;
  /** Processes the event of a failure by the way of any report. */
  readonly makeReport: (report: OwnReport) => Promise<MadeReport>;
  /** Resolves with the time of the oldest report that waits. A check-in that is not recorded yet is not missing. */
  readonly findOldestMs: () => Promise<number | undefined>;
  readonly lease: {
    /** Runs `work` in one relay at a time. */
    runUnder(
      name: string,
      work: (signal: AbortSignal) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void>;
  };
  readonly clock: Clock;
  readonly pause: Pause;
  /** Of this process among relays. */
  readonly relay: string;
}

/**
 * Judges the runs of cron monitors, and brings what became of them to their issues. Each relay says that it is there; one at a time
 * judges, and only where something is due.
 */
export class MonitorWatch {
  private readonly logger = new Logger('Monitors');
  /** The failure that could not be recorded, and how often it was tried. */
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
        await this.repeat(() => this.tellNext(), until);
      },
      signal,
    );
  }

  /** As long as there is something, for `TURN_MS` at most: the next run goes on. */
  private repeat(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    const { clock, pause } = this.parts;
    const endsAtMs = clock.nowMs() + TURN_MS;
    return inSteps(async () => clock.nowMs() < endsAtMs && step(), { pause, signal });
  }

  /** In the order in which it happened. Resolves with whether there was something. */
  private async tellNext(): Promise<boolean> {
    const { monitors } = this.parts;
    if (await monitors.resolveNext()) return true;
    const failure = await monitors.findFailure();
    if (failure) await this.tellFailure(failure);
    return failure !== undefined;
  }

  /** Told again after a crash it is the same report, which is recorded once. */
  private async tellFailure(failure: MonitorFailure): Promise<void> {
    const { monitors, reports, makeReport } = this.parts;
    const { changeId } = failure;
    const report = toReport(failure);
    const made = await makeReport(report);
    const reason = await this.record(changeId, made);
    if (reason === undefined) {
      const { groupingKey } = made;
      await monitors.settleFailure(changeId, { eventId: report.eventId, groupingKey });
    } else {
      await this.setAside(failure, made, reason);
      await monitors.settleFailure(changeId);
    }
    await reports.forget(ORIGIN, changeId + 1);
  }

  /** Resolves with why it cannot be recorded, once that is sure. Rejects where it is to be tried again. */
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

  /** Among failed reports, where an operator reads the reason and may have it tried again. The changes behind it go on. */
  private async setAside(
    { projectId }: MonitorFailure,
    made: MadeReport,
    reason: string,
  ): Promise<void> {
    await made.keepAside(reason);
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
