import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProcessedReport, ReportFailure } from '#product/recording/reports';
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
} from './report-in-work.ts';
import { splitByEvents } from './split-by-events.ts';

/** Bounds what is held in memory, and how much is claimed one by one after a fault. */
const BATCH = { maxReports: 100, maxBytes: 2.5 * 1024 * 1024 };

export interface ProcessorOptions {
  readonly queue: SpoolQueue;
  readonly stores: {
    readonly reports: Pick<ReportStore, 'record' | 'forget'>;
    readonly failedReports: FailedKeepingParts['store'];
  };
  readonly rules: Pick<ProjectRules, 'prepare' | 'of'>;
  readonly faults: ProcessingFaults;
  readonly pause: Pause;
  readonly clock: Clock;
}

/**
 * Takes reports from the spool to the database, in order, one batch at a time. A database that is
 * away stops it, and nothing is lost; a report that cannot be recorded is kept in the database with its reason
 * and stops nothing.
 */
export class Processor {
  private readonly logger = new Logger(Processor.name);
  private readonly stopping = new AbortController();
  private readonly recorder: BatchRecorder;
  private readonly keeping: FailedKeeping;
  private readonly backoff = new Backoff();
  private readonly faultBackoff = new Backoff();
  private running: Promise<void> | undefined;
  private ahead: Promise<SpooledReport[]> | undefined;
  private isWoken = false;
  private isFaulty = false;
  /** From the start: an earlier process may have ended between settling and forgetting. */
  private isForgettingDue = true;

  constructor(private readonly options: ProcessorOptions) {
    const { queue, stores, pause, clock } = options;
    const onWaiting = (): void => queue.clearAttempts();
    const { signal } = this.stopping;
    this.recorder = new BatchRecorder({ reports: stores.reports, pause, signal, onWaiting });
    const { recorder } = this;
    this.keeping = new FailedKeeping({ store: stores.failedReports, recorder, clock });
  }

  /** From now on every commit of the spool wakes it; what waits already is taken at once. */
  start(): void {
    this.options.queue.onAppended(() => this.wake());
    this.wake();
  }

  /** Takes what is there, over any fault of the queue, and resolves when it has found nothing more, or is stopped. */
  drain(): Promise<void> {
    this.isWoken = true;
    this.running = this.takeWoken();
    return this.running;
  }

  /**
   * Takes what is there and nothing that comes later; resolves when that is done, or it is stopped.
   * Rejects when the spool cannot be read.
   */
  async finish(): Promise<void> {
    const taking = this.takeAll();
    this.running = taking;
    await taking;
  }

  /** Resolves when the batch under way is recorded and settled, or was left in the spool. */
  async stop(): Promise<void> {
    this.stopping.abort();
    // What went wrong in `finish` is told to whoever called that.
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
      // Cleared before the look: a report that arrives during it wakes again.
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

  /** Resolves with whether there was one. */
  private async takeBatch(): Promise<boolean> {
    // The answers of the commit that woke us go out first, and intake gets its turn.
    await nextTurn();
    const batch = await this.claim();
    if (batch.length === 0) return false;
    if (!wasTried(batch)) this.claimAhead();
    await this.processBatch(batch);
    this.isFaulty = false;
    this.faultBackoff.reset();
    return true;
  }

  /** What was claimed ahead; when that was nothing, it may have come since. */
  private async claim(): Promise<SpooledReport[]> {
    const ahead = this.ahead;
    this.ahead = undefined;
    const batch = (await ahead) ?? [];
    return batch.length > 0 ? batch : this.options.queue.claim(BATCH);
  }

  /** The next batch comes, from another thread, while this one is in work. A stop leaves it in the spool. */
  private claimAhead(): void {
    this.ahead = this.options.queue.claim(BATCH);
    // Told to whoever takes it.
    this.ahead.catch(() => undefined);
  }

  /**
   * Waits before the next attempt, whatever arrives meanwhile, and reports a fault once until a batch
   * has succeeded: the report goes through this relay's own door, and would wake us again.
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
      for (const { error } of made.problems) if (error !== undefined) this.complain(error, spooled);
      const report = toReportInWork(spooled, made);
      if (!isRecordable(report)) {
        failed.push(toFailed(spooled, toUnrecordedFailure(report)));
      } else {
        byId.set(spooled.id, report);
        processed.push(toProcessedReport(report));
      }
    }
    for (const part of splitByEvents(processed)) {
      await this.recordPart(part, byId);
      await turn.yieldWhenLong();
    }
    await this.keepAside(failed);
  }

  /** Waits for a database that cannot be asked for source maps. Undefined where a stop ends the wait: the batch stays in the spool. */
  private async process(spooled: SpooledReport, turn: Turn): Promise<Processed | undefined> {
    const { rules, queue, pause } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const made = await processReport(spooled, { turn, ...rules.of(spooled.projectId) });
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

  /** Nobody asks for the bytes of its events after it: what is not recorded by then is kept aside, or stays in the spool. */
  private async recordPart(
    part: readonly ProcessedReport[],
    byId: ReadonlyMap<number, ReportInWork>,
  ): Promise<void> {
    try {
      await this.record(part, byId);
    } finally {
      returnMemory(part.flatMap(({ events }) => events.map(({ payload }) => payload.body)));
    }
  }

  /** A report of which only some events could be recorded is kept aside for the others. */
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
      this.complain(error, inWork.spooled);
      const reason = `Recording failed: ${toReason(error)}`;
      failed.push(toFailed(inWork.spooled, { ...toUnrecordedFailure(inWork), reason }));
    }
    await this.keepAside(failed);
  }

  private async settle(ids: readonly number[], as: SettledAs): Promise<void> {
    await this.writeToSpool(() => this.options.queue.settle(ids, as));
    this.isForgettingDue = true;
  }

  /** The database first: killed in between, they are brought once more, and kept once. */
  private async keepAside(failed: readonly FailedReport[]): Promise<void> {
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

  /** A spool whose disk is full answers 503 meanwhile; what it holds stays, and is tried until it works. */
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

  /** Lets the database forget the reports that have left the spool for good, but during a backup. Rejects when it is away. */
  async forgetSettled(): Promise<void> {
    if (!this.isForgettingDue) return;
    this.isForgettingDue = false;
    try {
      for (const { origin, beforeId, isOver } of await this.options.queue.listSettled()) {
        if (!(await this.options.stores.reports.forget(origin, beforeId))) {
          this.isForgettingDue = true;
          return;
        }
        if (isOver) await this.options.queue.dropOrigin(origin);
      }
    } catch (error) {
      this.isForgettingDue = true;
      throw error;
    }
  }

  private complain(error: unknown, report: SpooledReport): void {
    const what = `Report ${report.id} of project ${report.projectId} cannot be processed.`;
    this.logger.error(`${what} ${describeError(error)}`);
    this.options.faults.report(error, report.projectId);
  }
}

/** Whether processing ended over it before: then nothing else is in work beside it, so that the next end says more. */
function wasTried(batch: readonly SpooledReport[]): boolean {
  return batch.some(({ attempts }) => attempts !== undefined);
}

/** Nothing of it is counted yet. */
function toFailed(spooled: SpooledReport, failure: ReportFailure): FailedReport {
  return { spooled, failure };
}
