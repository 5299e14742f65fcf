export { issues } from './store/index.ts';
export {
  search,
  CompletionStore,
  MOST_VALUES,
  storedKeys,
} from './store/search/completion.store.ts';
export { trend } from './store/trend/trend.store.ts';
export { IssueStore } from './store/issue.store.ts';
export { issueSorts } from './store/issue.types.ts';
export type { Issue, IssueSort, Likeness, PageEdge, WantedIssues } from './store/issue.types.ts';
export type { IssueHistoryTable, KeyUsersTable } from './store/issue.tables.ts';
export { forgetUsers } from './store/forget-users.ts';
export { lockIssues, lockIssuesAndMerged } from './store/lock-issues.ts';
export type { LockedIssue, Triage } from './store/lock-issues.ts';
export { refreshIssues } from './store/refresh-issues.ts';
export type { StoredKey, StoredValue } from './store/search/completion.store.ts';
export { whereSearch } from './store/search/where-search.ts';
export { writeWords } from './store/search/write-words.ts';
export type { NewUser } from './store/shared-users.ts';
export { listResolvedReleases, toIssueState } from './store/state-row.ts';
export { UserSeal, toUserNumber } from './store/user-seal.ts';
export { writeHistory } from './store/write-history.ts';
export { TracedIssueStore } from './store/traced-issue.store.ts';
export type { TracedIssue } from './store/traced-issue.store.ts';
export type { TrendStore } from './store/trend/trend.store.ts';
export { readState, writeStates } from './store/write-states.ts';
export type { StateChange } from './store/write-states.ts';
