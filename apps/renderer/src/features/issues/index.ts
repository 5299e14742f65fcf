export { IssueIdPipe } from './issue-id.pipe.ts';
export { IssuesModule } from './issues.module.ts';
export { ProjectOfIssue } from './project-of-issue.ts';
