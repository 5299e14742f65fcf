export { releases } from './store/index.ts';
export type { CommitStep, ReportedCommits } from './store/commit-step.ts';
export type { Arrival } from './store/find-arrival.ts';
export { findBaseReleases, isToldOf } from './store/base-releases.ts';
export type { PlacedRelease } from './store/base-releases.ts';
export { findFirstSeen } from './store/note-releases.ts';
export { ReportedReleaseStore } from './store/told-release.store.ts';
export type {
  ReleaseChanges,
  TellRelease,
  ToldDeploy,
  ToldRelease,
} from './store/told-release.types.ts';
