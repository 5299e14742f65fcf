import type { Capability } from '#persistence/stores';
import { endRetries } from './end-retries.ts';
import { FailedReportStore } from './failed-report.store.ts';
import { tables } from './failed-report.tables.ts';
import { createFailedReports } from './migrations/0020-create-failed-reports.ts';

export const failedReports = {
  tables,
  migrations: [createFailedReports],
  stores: {
    failedReports: {
      port: FailedReportStore,
      open: (database, { secret }) => new FailedReportStore(database, secret),
    },
  },
  recording: [endRetries],
} as const satisfies Capability;
