export { FollowMerge } from './follow-merge.guard.ts';
export { IssueIdPipe } from './issue-id.pipe.ts';
export { MergedIssues } from './merged-issues.ts';
export { ProjectOfIssue } from './project-of-issue.ts';
export { IssuesByName } from './issues-by-name.ts';
