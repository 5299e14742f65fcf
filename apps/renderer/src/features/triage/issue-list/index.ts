export { IssueListModule } from './issue-list.module.ts';
export type { IssueSummary } from './issue-list.dto.ts';
export { toSummary } from './issue-summary.ts';
