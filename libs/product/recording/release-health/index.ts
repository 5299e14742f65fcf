export { releaseHealth } from './store/index.ts';
export { ReleaseHealthStore } from './store/release-health.store.ts';
export { ReleaseListStore } from './store/release-list.store.ts';
export type {
  ByProject,
  LastDeploy,
  ListedRelease,
  NamedDeploy,
  ProjectRelease,
  ReleaseEdge,
  ReleaseIssue,
} from './store/release-list.types.ts';
export type { SessionGroup } from './store/session-item.ts';
export { sumByEnvironment } from './store/sum-by-environment.ts';
export type {
  ReleaseDaySums,
  ReleaseSums,
  SessionHour,
  SessionQuery,
  SessionSumsQuery,
  SummedSessions,
} from './store/session.types.ts';
