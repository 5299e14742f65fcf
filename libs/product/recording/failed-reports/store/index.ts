import type { Generated } from 'kysely';
import { countOf } from '#product/people/audit/rules';
import type { Capability } from '#persistence/stores';
import { endRetries } from './end-retries.ts';
import { FailedReportStore } from './failed-report.store.ts';
import { createFailedReports } from './migrations/0020-create-failed-reports.ts';

interface FailedReportsTable {
  readonly id: Generated<number>;
  /**
   * Random name that a relay chooses each time it opens its spool. `origin` and `report_id`
   * together identify the report for ever.
   */
  readonly origin: string;
  readonly report_id: number;
  /** 0 for reports that only carry counts of outcomes, which belong to no project. */
  readonly project_id: number;
  readonly public_key: string;
  readonly event_id: string | null;
  readonly received_at: number;
  readonly bytes: number;
  /** Contains no text from the report. */
  readonly reason: string;
  /** JSON: failed outcomes of the report's items. */
  readonly outcomes: string;
  /** JSON: positions of the items that failed; null when all failed. */
  readonly items: string | null;
  /** Time of the next retry; null when no retry is planned. */
  readonly retry_at: number | null;
  /**
   * How often the report was taken since somebody requested a retry; 6 while it waits for its one
   * automatic retry.
   */
  readonly attempts: Generated<number>;
  /** Encrypted; null when the body is lost. */
  readonly body: Uint8Array | null;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly failed_reports: FailedReportsTable;
  }
}

export const failedReports = {
  tables: ['failed_reports'],
  migrations: [createFailedReports],
  stores: {
    failedReports: {
      port: FailedReportStore,
      open: (database, { secret }) => new FailedReportStore(database, secret),
    },
  },
  recording: [endRetries],
  auditTexts: {
    'failed-reports.tried_again': ({ to }) => `had ${countOf(to, 'failed report')} tried again`,
    'failed-reports.discarded': ({ to }) => `discarded ${countOf(to, 'failed report')}`,
    'failed-reports.downloaded': () => 'downloaded a failed report',
  },
} as const satisfies Capability;
