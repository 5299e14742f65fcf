export { counts } from './store/index.ts';
export { addCounts, dropEmptyCounts } from './store/add-counts.ts';
export type { CountedEvent } from './store/add-counts.ts';
export { countBuckets, toKeptFrom } from './store/count-buckets.ts';
export {
  readCountFilter,
  whereCounted,
  whereCountedNamed,
  whereHasCounted,
} from './store/count-filter.ts';
export type { CountFilter, CountSpan } from './store/count-filter.ts';
export { countUsers } from './store/count-users.ts';
export { CountStore } from './store/count.store.ts';
export type { IssueCount } from './store/count.types.ts';
export { OTHER, UNNAMED } from './store/count.tables.ts';
export type { BoundedKind } from './store/count.tables.ts';
export type { Named } from './store/name-ids.ts';
export { NameIds } from './store/name-ids.ts';
export { NameStore } from './store/name.store.ts';
export type { NameShortage } from './store/name.store.ts';
export { allowNames, noteOthers } from './store/name-ranks.ts';
export type { BroughtName } from './store/name-ranks.ts';
export { tellNames, TOLD_FOR_GOOD_MS } from './store/tell-names.ts';
export type { ToldName } from './store/tell-names.ts';
export { measureIssues } from './store/measure-issues.ts';
export { firstSeenAt, readLatestReleases, selectSeen } from './store/seen-releases.ts';
export { listCountedTerms } from './store/name-matching.ts';
