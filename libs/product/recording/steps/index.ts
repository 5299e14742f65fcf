export { inLockOrder } from './store/recording-step.ts';
export type { Recording, RecordingStep, SealUser } from './store/recording-step.ts';
export { stateColumns } from './store/refreshed-issue.ts';
export type { RefreshedIssue, StateRow } from './store/refreshed-issue.ts';
