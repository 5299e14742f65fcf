export {
  describeFilter,
  isFiltering,
  printFilter,
  recentTimes,
  toFilterSearch,
  withoutTime,
} from './event-filter.ts';
export type { Days, EventFilter, RecentTime } from './event-filter.ts';
export { issueListPage } from './issue-list-page.ts';
export type { IssueListContext } from './issue-list-page.ts';
export { numberFrames, placeFrameParts, toFrameParts } from './frame-parts.ts';
export type { FrameParts } from './frame-parts.ts';
export { issuePage, IssuePart, IssuePartOfEach, ShownEventExtension } from './issue-page.ts';
export type {
  DescribedIssue,
  IssueContext,
  IssuePartLoader,
  IssuePlace,
  ShownIssue,
} from './issue-page.ts';
export { EventFilterPipe, readFilter } from './read-filter.ts';
export { toBarUnit, toBucketsPerBar, toSpan, toTimeBars } from './time-bars.ts';
