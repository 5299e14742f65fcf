import type { DueReport, FailedReportStore } from '#product/recording/failed-reports';
import type { ProcessedReport } from '#product/recording/reports';
import type { ReportStore } from '#product/recording/record';
import { type Clock, isDatabaseAway, reportLimits } from '#shared';
import { describeError, Logger, toReason } from '#telemetry/plain';
import type { SpooledReport } from '../../spool/ports/spool-queue.ts';
import { parseTally, tallyProjectId } from '../../spool/tallies/spool-tallies.ts';
import type { ReadTypes } from '../items/make-item.ts';
import { processReport } from '../process-report.ts';
import type { ProcessingFaults } from '../processing-faults.ts';
import type { ProjectRules } from '../project-rules.ts';
import {
  findFailure,
  isRecordable,
  nothingMade,
  type ReportInWork,
  toProcessedReport,
  toReportInWork,
  toUnrecordedFailure,
} from '../report-in-work.ts';

export interface FailedRetriesParts {
  readonly stores: {
    readonly failedReports: Pick<FailedReportStore, 'takeDue'>;
    readonly reports: Pick<ReportStore, 'record'>;
  };
  readonly rules: Pick<ProjectRules, 'refresh' | 'of'>;
  readonly types: ReadTypes;
  readonly faults: ProcessingFaults;
  readonly clock: Clock;
}

/**
 * Retries failed reports from the database. The transaction that records a report also ends its
 * retry.
 */
export class FailedRetries {
  private readonly logger = new Logger('FailedReports');
  /**
   * Time when processing started. Processing starts anew after a crash, so there was no crash since
   * this time.
   */
  private quietSinceMs: number;

  constructor(private readonly parts: FailedRetriesParts) {
    this.quietSinceMs = parts.clock.nowMs();
  }

  /** Returns whether a report was due. Rejects when the database is away. */
  async tryNext(): Promise<boolean> {
    const { stores, clock } = this.parts;
    // Refresh first, because `takeDue` uses up the retry even if the database fails afterwards.
    await this.parts.rules.refresh();
    const nowMs = clock.nowMs();
    this.quietSinceMs = Math.min(this.quietSinceMs, nowMs);
    const isQuiet = nowMs - this.quietSinceMs >= reportLimits.failedRestMs;
    const due = await stores.failedReports.takeDue(nowMs, { isQuiet });
    if (!due) return false;
    const report = await this.process(due);
    try {
      await stores.reports.record([toRetried(due, report)]);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.logAndReport(due, error);
      await stores.reports.record([toRefused(due, report, error)]);
    }
    return true;
  }

  private async process(due: DueReport): Promise<ReportInWork> {
    const spooled = toSpooledReport(due);
    const { rules, types } = this.parts;
    const made = spooled.tally
      ? nothingMade
      : await processReport(spooled, { ...rules.of(spooled.projectId), types });
    for (const { error } of made.problems) if (error !== undefined) this.logAndReport(due, error);
    return toReportInWork(spooled, made);
  }

  private logAndReport({ id, projectId }: DueReport, error: unknown): void {
    const what = `Failed report ${id} of project ${projectId} cannot be processed.`;
    this.logger.error(`${what} ${describeError(error)}`);
    this.parts.faults.report(error, projectId);
  }
}

/** Restores the report as it was in its spool, so that its items get the same ids again. */
function toSpooledReport({ reportId, items, ...due }: DueReport): SpooledReport {
  return {
    ...due,
    id: reportId,
    contents: { kept: {}, filtered: {}, items },
    ...(due.projectId === tallyProjectId ? { tally: parseTally(due.body) } : {}),
  };
}

function toRetried({ id }: DueReport, report: ReportInWork): ProcessedReport {
  const isNothingMade = !report.spooled.tally && !isRecordable(report);
  const failure = isNothingMade ? toUnrecordedFailure(report) : findFailure(report);
  return { ...toProcessedReport(report), retried: { id, failure } };
}

function toRefused({ id }: DueReport, report: ReportInWork, error: unknown): ProcessedReport {
  const { spooled } = report;
  const { tally: _, ...untallied } = spooled;
  const reason = `Recording failed: ${toReason(error)}`;
  return {
    ...toProcessedReport({ spooled: untallied, made: nothingMade, reason }),
    retried: { id, failure: { ...toUnrecordedFailure(report), reason } },
  };
}
