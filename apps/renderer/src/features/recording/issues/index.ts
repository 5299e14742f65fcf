export { IssueIdPipe } from './issue-id.pipe.ts';
export { ProjectOfIssue } from './project-of-issue.ts';
export { IssuesByName } from './issues-by-name.ts';
