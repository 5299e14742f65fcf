export { inLockOrder } from './store/recording-step.ts';
export type { Recording, RecordingStep, SealUser } from './store/recording-step.ts';
export { stateColumns } from './store/refreshed-issue.ts';
export type { RefreshedIssue, StateRow } from './store/refreshed-issue.ts';
export type { ErasingPhase, IdWindow } from './store/erasing-phase.ts';
export type { NamingEvent, PersonEraser } from './store/person-eraser.ts';
export type { ProjectRemovalStep } from './store/project-removal-step.ts';
