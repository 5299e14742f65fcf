import { hash } from 'node:crypto';
import type { encodePayload } from '#product/recording/reports';
import type { MonitorFailure } from '#product/alerting/crons';
import type { Stores } from '#product';
import type { ReportStore } from '#product/recording/record';
import { type Clock, isDatabaseAway, monitorLimits } from '#shared';
import { describeError, Logger, toReason, inSteps } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import { writeEnvelope } from '../../envelope/write-envelope.ts';
import type { JobLease } from '../../jobs/job-lease.ts';
import type { SpooledReport, SpoolQueue } from '../../spool/ports/spool-queue.ts';
import { processReport } from '../process-report.ts';
import type { ProjectRules } from '../project-rules.ts';
import {
  isRecordable,
  type ReportInWork,
  toProcessedReport,
  toReportInWork,
  toUnrecordedFailure,
} from '../report-in-work.ts';
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
  readonly stores: Pick<Stores, 'failedReports' | 'monitors'> & {
    readonly reports: Pick<ReportStore, 'record' | 'forget'>;
  };
  /** What of it has not been recorded is not missing. */
  readonly queue: Pick<SpoolQueue, 'findOldestMs'>;
  readonly rules: Pick<ProjectRules, 'refresh' | 'of'>;
  readonly lease: Pick<JobLease, 'runUnder'>;
  readonly clock: Clock;
  readonly pause: Pause;
  /** As of `processReport`. */
  readonly encode?: typeof encodePayload;
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
    const { stores, queue, lease, clock, relay } = this.parts;
    const nowMs = clock.nowMs();
    const recordedUntilMs = (await queue.findOldestMs()) ?? nowMs;
    const judging = await stores.monitors.watch({ relay, nowMs, recordedUntilMs });
    if (!judging) return;
    await lease.runUnder(
      LEASE,
      async (until) => {
        await this.repeat(() => stores.monitors.judgeNext(judging), until);
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
    const { monitors } = this.parts.stores;
    if (await monitors.resolveNext()) return true;
    const failure = await monitors.findFailure();
    if (failure) await this.tellFailure(failure);
    return failure !== undefined;
  }

  /** Told again after a crash it is the same report, which is recorded once. */
  private async tellFailure(failure: MonitorFailure): Promise<void> {
    const { stores, rules, encode } = this.parts;
    await rules.refresh();
    const spooled = toReport(failure);
    const { hiding } = rules.of(failure.projectId);
    const made = await processReport(spooled, {
      ...(encode ? { encode } : {}),
      ...(hiding ? { hiding } : {}),
    });
    const report = toReportInWork(spooled, made);
    const reason = await this.record(report);
    if (reason !== undefined) {
      await this.setAside(report, reason);
      return;
    }
    const [event] = made.events;
    await stores.monitors.settleFailure(failure.changeId, {
      eventId: spooled.eventId ?? '',
      groupingKey: event?.grouping.keys[0]?.key ?? '',
    });
    await stores.reports.forget(ORIGIN, failure.changeId + 1);
  }

  /** Resolves with why it cannot be recorded, once that is sure. Rejects where it is to be tried again. */
  private async record(report: ReportInWork): Promise<string | undefined> {
    if (!isRecordable(report)) return report.reason ?? '';
    try {
      await this.parts.stores.reports.record([toProcessedReport(report)]);
      return undefined;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const changeId = report.spooled.id;
      const tries = this.refused.changeId === changeId ? this.refused.tries + 1 : 1;
      this.refused = { changeId, tries };
      if (tries < MOST_TRIES) throw error;
      this.logger.error(`The failure of a monitor cannot be recorded. ${describeError(error)}`);
      return `Recording failed: ${toReason(error)}`;
    }
  }

  /** Among failed reports, where an operator reads the reason and may have it tried again. The changes behind it go on. */
  private async setAside(report: ReportInWork, reason: string): Promise<void> {
    const { stores } = this.parts;
    const { id, projectId, publicKey, eventId, receivedAtMs, body } = report.spooled;
    const facts = { projectId, publicKey, receivedAtMs, ...(eventId ? { eventId } : {}) };
    const failure = { ...toUnrecordedFailure(report), reason };
    const failed = { origin: ORIGIN, reportId: id, ...facts, ...failure, body };
    await stores.failedReports.put([failed]);
    this.logger.warn(
      `The failure of a monitor of project ${projectId} is kept as a failed report. ${reason}`,
    );
    await stores.monitors.settleFailure(id);
    await stores.reports.forget(ORIGIN, id + 1);
  }
}

function toReport(failure: MonitorFailure): SpooledReport {
  const { changeId, projectId, atMs } = failure;
  const eventId = hash('sha256', `${ORIGIN} ${changeId}`).slice(0, 32);
  const payload = Buffer.from(JSON.stringify({ event_id: eventId, ...toFailureEvent(failure) }));
  return {
    origin: ORIGIN,
    id: changeId,
    projectId,
    publicKey: '',
    eventId,
    receivedAtMs: atMs,
    body: writeEnvelope({ event_id: eventId }, [{ type: 'event', payload }]),
    contents: { kept: {}, filtered: {} },
  };
}
