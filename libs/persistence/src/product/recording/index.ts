import type { Capability } from '../../capability.ts';
import { KyselyReportStore } from './kysely-report.store.ts';
import { processedReports } from './migrations/0004-processed-reports.ts';
import { ReportStore } from './report.store.ts';
import { tables } from './recording.tables.ts';

/** Turns processed reports into events and issues, each exactly once. */
export const recording = {
  tables,
  migrations: [processedReports],
  stores: {
    reports: {
      port: ReportStore,
      open: (database, settings): ReportStore => new KyselyReportStore(database, settings),
    },
  },
} as const satisfies Capability;
