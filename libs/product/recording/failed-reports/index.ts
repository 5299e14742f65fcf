export { failedReports } from './store/index.ts';
export { createReportSeal } from './store/report-seal.ts';
export { takeHead, toName } from './store/failed-report-row.ts';
export { FailedReportStore } from './store/failed-report.store.ts';
export type {
  DueReport,
  FailedReport,
  FailedSelection,
  NewFailedReport,
} from './store/failed-report.types.ts';
