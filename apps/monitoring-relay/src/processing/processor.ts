import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  DeferredPayload,
  type EventPayload,
  type ProcessedReport,
  type ReportFailure,
} from '#product/recording/reports';
import type { ReportStore } from '#product/recording/record';
import { type Clock, ErrataError, isDatabaseAway } from '#shared';
import { describeError, Logger, toReason, Backoff, Turn } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { SettledAs, SpoolQueue, SpooledReport } from '../spool/ports/spool-queue.ts';
import { BatchRecorder } from './batch-recorder.ts';
import { returnMemory } from './body-memory.ts';
import {
  type FailedReport,
  FailedKeeping,
  type FailedKeepingParts,
} from './failed/failed-keeping.ts';
import type { ReadTypes } from './items/make-item.ts';
import { type Processed, processReport } from './process-report.ts';
import type { ProcessingFaults } from './processing-faults.ts';
import type { ProjectRules } from './project-rules.ts';
import {
  findFailure,
  isRecordable,
  nothingMade,
  type ReportInWork,
  toProcessedReport,
  toReportInWork,
  toUnrecordedFailure,
  weighReport,
} from './report-in-work.ts';
import { splitByEvents } from './split-by-events.ts';
import { StormMemory } from './storm-memory.ts';

/**
 * A batch is small, because its reports are in memory together, and are claimed one by one after a
 * crash.
 */
const BATCH = { maxReports: 100, maxBytes: 2.5 * 1024 * 1024 };

export interface ProcessorOptions {
  readonly queue: SpoolQueue;
  readonly stores: {
    readonly reports: Pick<ReportStore, 'record' | 'forget' | 'forgetRequests'>;
    readonly failedReports: FailedKeepingParts['store'];
  };
  readonly rules: Pick<ProjectRules, 'prepare' | 'of'>;
  readonly types: ReadTypes;
  readonly faults: ProcessingFaults;
  readonly pause: Pause;
  readonly clock: Clock;
  /** Called with the number of events of each recorded part of a batch, once the spool forgot it. */
  readonly onRecorded?: (events: number) => Promise<void>;
}

/**
 * Moves reports from the spool to the database, one batch at a time. While the database is
 * away, reports wait in the spool. A report that cannot be recorded is stored in the database as a
 * failed report with its reason, and processing continues.
 */
export class Processor {
  private readonly logger = new Logger(Processor.name);
  private readonly stopping = new AbortController();
  private readonly storms = new StormMemory();
  private readonly recorder: BatchRecorder;
  private readonly keeping: FailedKeeping;
  private readonly backoff = new Backoff();
  private readonly faultBackoff = new Backoff();
  private running: Promise<void> | undefined;
  private ahead: Promise<SpooledReport[]> | undefined;
  private isWoken = false;
  private isFaulty = false;
  /**
   * True from the start, because an earlier process may have ended after it settled reports and
   * before it forgot them.
   */
  private isForgettingDue = true;

  constructor(private readonly options: ProcessorOptions) {
    const { queue, stores, pause, clock } = options;
    const onWaiting = (): void => queue.clearAttempts();
    const { signal } = this.stopping;
    const { storms } = this;
    this.recorder = new BatchRecorder({
      reports: stores.reports,
      pause,
      signal,
      onWaiting,
      storms,
    });
    const { recorder } = this;
    this.keeping = new FailedKeeping({ store: stores.failedReports, recorder, clock });
  }

  start(): void {
    this.options.queue.onAppended(() => this.wake());
    this.wake();
  }

  /**
   * Processes what is in the queue, and continues after faults of the queue. Resolves when the
   * queue is empty or processing is stopped.
   */
  drain(): Promise<void> {
    this.isWoken = true;
    this.running = this.takeWoken();
    return this.running;
  }

  /**
   * Resolves when the queue is empty or processing is stopped. Rejects when the spool cannot be
   * read.
   */
  async finish(): Promise<void> {
    const taking = this.takeAll();
    this.running = taking;
    await taking;
  }

  /** Resolves when the current batch is recorded and settled, or left in the spool. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running?.catch(() => undefined);
  }

  private wake(): void {
    this.isWoken = true;
    if (this.running || this.stopping.signal.aborted) return;
    this.running = this.takeWoken().finally(() => {
      this.running = undefined;
      if (this.isWoken) this.wake();
    });
  }

  private async takeWoken(): Promise<void> {
    while (this.isWoken && !this.stopping.signal.aborted) {
      // Cleared before the claim, so that a report that arrives meanwhile sets it again.
      this.isWoken = false;
      try {
        this.isWoken = (await this.takeBatch()) || this.isWoken;
      } catch (error) {
        await this.recover(error);
        this.isWoken = true;
      }
    }
  }

  private async takeAll(): Promise<void> {
    while (!this.stopping.signal.aborted && (await this.takeBatch()));
  }

  private async takeBatch(): Promise<boolean> {
    // Lets intake first answer the senders whose reports the spool has just committed.
    await nextTurn();
    const batch = await this.claim();
    if (batch.length === 0) return false;
    if (!wasTried(batch)) this.claimAhead();
    await this.processBatch(batch);
    this.isFaulty = false;
    this.faultBackoff.reset();
    return true;
  }

  private async claim(): Promise<SpooledReport[]> {
    const ahead = this.ahead;
    this.ahead = undefined;
    const batch = (await ahead) ?? [];
    return batch.length > 0 ? batch : this.options.queue.claim(BATCH);
  }

  /**
   * Claims the next batch while this one is processed, because a claim waits for another thread.
   * After a stop, the next batch stays in the spool.
   */
  private claimAhead(): void {
    this.ahead = this.options.queue.claim(BATCH);
    // `claim` handles the rejection later; this only prevents an unhandled one.
    this.ahead.catch(() => undefined);
  }

  /**
   * Waits before the next attempt, even when reports arrive meanwhile. Reports a fault to Errata's
   * own project only once until a batch succeeds, because that report arrives at this relay and
   * would wake processing again.
   */
  private async recover(error: unknown): Promise<void> {
    const waitMs = this.faultBackoff.nextMs();
    const plan = `Processing goes on in ${Math.round(waitMs)} ms.`;
    this.logger.error(`${plan} ${describeError(error)}`);
    if (!this.isFaulty) this.options.faults.report(error);
    this.isFaulty = true;
    await this.options.pause.wait(waitMs, this.stopping.signal);
  }

  private async processBatch(batch: readonly SpooledReport[]): Promise<void> {
    const processed: ProcessedReport[] = [];
    const failed: FailedReport[] = [];
    const byId = new Map<number, ReportInWork>();
    const turn = new Turn();
    const { rules, queue } = this.options;
    if (!(await rules.prepare(this.stopping.signal, () => queue.clearAttempts()))) return;
    for (const spooled of batch) {
      if (spooled.failure) {
        failed.push({ spooled, failure: spooled.failure });
        continue;
      }
      const made = spooled.tally ? nothingMade : await this.process(spooled, turn);
      if (!made) return;
      for (const { error } of made.problems)
        if (error !== undefined) this.logAndReport(error, spooled);
      const report = toReportInWork(spooled, made);
      if (!isRecordable(report)) {
        failed.push(toFailed(spooled, toUnrecordedFailure(report)));
      } else {
        byId.set(spooled.id, report);
        processed.push(toProcessedReport(report));
      }
    }
    const weigh = ({ reportId, outcomes }: ProcessedReport) =>
      weighReport(byId.get(reportId)!, outcomes);
    for (const part of splitByEvents(processed, weigh)) {
      await this.recordPart(part, byId);
      await turn.yieldWhenLong();
    }
    await this.storeAsFailed(failed);
  }

  /**
   * Processes a report, and waits while source maps cannot be read because the database is away.
   * Returns undefined when a stop ends the wait; the batch stays in the spool.
   */
  private async process(spooled: SpooledReport, turn: Turn): Promise<Processed | undefined> {
    const { rules, queue, pause } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const made = await processReport(spooled, {
          turn,
          types: this.options.types,
          storms: this.storms,
          ...rules.of(spooled.projectId),
        });
        this.backoff.reset();
        return made;
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        this.logger.noteAway('Source maps cannot be read.', error);
        queue.clearAttempts();
        await pause.wait(this.backoff.nextMs(), signal);
      }
    }
    return undefined;
  }

  /**
   * Records a part of a batch, then frees its encoded events. Unrecorded reports do not need them,
   * because they still have their original body.
   */
  private async recordPart(
    part: readonly ProcessedReport[],
    byId: ReadonlyMap<number, ReportInWork>,
  ): Promise<void> {
    try {
      await this.record(part, byId);
    } finally {
      returnMemory(part.flatMap(({ events }) => events.flatMap(({ payload }) => toBody(payload))));
    }
  }

  private async record(
    processed: readonly ProcessedReport[],
    byId: ReadonlyMap<number, ReportInWork>,
  ): Promise<void> {
    const { recorded, refused } = await this.recorder.record(processed);
    const done = recorded.map(({ reportId }) => byId.get(reportId)!);
    const good = done.filter(({ reason }) => reason === undefined);
    await this.settle(
      good.map(({ spooled }) => spooled.id),
      'recorded',
    );
    const failed = done.flatMap((report) => {
      const failure = findFailure(report);
      return failure ? toFailed(report.spooled, failure) : [];
    });
    for (const { report, error } of refused) {
      const inWork = byId.get(report.reportId)!;
      this.logAndReport(error, inWork.spooled);
      const reason = `Recording failed: ${toReason(error)}`;
      failed.push(toFailed(inWork.spooled, { ...toUnrecordedFailure(inWork), reason }));
    }
    await this.storeAsFailed(failed);
    await this.tellRecorded(recorded);
  }

  /** Errors are logged only, because the reports are recorded and settled. */
  private async tellRecorded(recorded: readonly ProcessedReport[]): Promise<void> {
    const events = recorded.reduce((sum, report) => sum + report.events.length, 0);
    if (events === 0) return;
    try {
      await this.options.onRecorded?.(events);
    } catch (error) {
      this.logger.warn(`What follows recording failed. ${describeError(error)}`);
    }
  }

  private async settle(ids: readonly number[], as: SettledAs): Promise<void> {
    await this.writeToSpool(() => this.options.queue.settle(ids, as));
    this.isForgettingDue = true;
  }

  /**
   * Moves failed reports to the database, then settles them in the spool. If the process is killed
   * in between, the reports are moved again, which has no effect.
   */
  private async storeAsFailed(failed: readonly FailedReport[]): Promise<void> {
    if (failed.length === 0) return;
    const { kept, refused } = await this.keeping.keep(failed);
    for (const { spooled, failure } of failed) {
      const { id, projectId } = spooled;
      if (kept.includes(id))
        this.logger.warn(
          `Report ${id} of project ${projectId} is kept as a failed report. ${failure.reason}`,
        );
    }
    await this.settle(kept, 'kept_aside');
    if (refused.length > 0) await this.options.queue.leave(refused);
  }

  /**
   * Retries until the spool can be written. While the spool's disk is full, intake answers 503 and
   * the spool keeps its reports.
   */
  private async writeToSpool(write: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await write();
        this.backoff.reset();
        return;
      } catch (error) {
        if (!(error instanceof ErrataError && error.code === 'spool.unavailable')) throw error;
        const waitMs = this.backoff.nextMs();
        const plan = `Trying again in ${Math.round(waitMs)} ms.`;
        this.logger.warn(`The spool cannot be written. ${plan} ${error.message}`);
        this.options.queue.clearAttempts();
        await this.options.pause.wait(waitMs, this.stopping.signal);
      }
    }
  }

  /**
   * Lets the database forget the ids of reports that have left the spool for good, and those of
   * requests that no renderer sends again. Postponed while a backup runs. Rejects when the database
   * is away.
   */
  async forgetSettled(): Promise<void> {
    if (!this.isForgettingDue) return;
    this.isForgettingDue = false;
    const { queue, stores, clock } = this.options;
    try {
      const nowMs = clock.nowMs();
      // A request that was sent again may still wait in the spool.
      const oldestMs = Math.min(nowMs, (await queue.findOldestMs()) ?? nowMs);
      this.isForgettingDue = !(await stores.reports.forgetRequests(oldestMs));
      for (const { origin, beforeId, isOver } of await queue.listSettled()) {
        if (!(await stores.reports.forget(origin, beforeId))) {
          this.isForgettingDue = true;
          return;
        }
        if (isOver) await queue.dropOrigin(origin);
      }
    } catch (error) {
      this.isForgettingDue = true;
      throw error;
    }
  }

  private logAndReport(error: unknown, report: SpooledReport): void {
    const what = `Report ${report.id} of project ${report.projectId} cannot be processed.`;
    this.logger.error(`${what} ${describeError(error)}`);
    this.options.faults.report(error, report.projectId);
  }
}

/**
 * Returns whether processing crashed on this batch before. If so, no second batch is claimed, so
 * that another crash has fewer suspects.
 */
function wasTried(batch: readonly SpooledReport[]): boolean {
  return batch.some(({ attempts }) => attempts !== undefined);
}

function toFailed(spooled: SpooledReport, failure: ReportFailure): FailedReport {
  return { spooled, failure };
}

function toBody(payload: EventPayload): Buffer | [] {
  return payload instanceof DeferredPayload ? (payload.madeBody ?? []) : payload.body;
}
