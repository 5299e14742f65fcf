export { recording } from './store/index.ts';
export { findKeys } from './store/keys/find-keys.ts';
export { advanceIssueNumber, lockProject } from './store/keys/make-keys.ts';
export { toPutOrigin } from './store/put-origin.ts';
export { listReceipts } from './store/receipts.ts';
export { unbounded } from './store/recording-bounds.ts';
export type { RecordingBounds } from './store/recording-bounds.ts';
export { ReportStore, nothingRecorded } from './store/report.store.ts';
export type { RecordedFacts } from './store/report.store.ts';
