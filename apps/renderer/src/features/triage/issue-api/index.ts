export { readAskedIssues } from './asked-issues.ts';
export { IssueAnswers } from './issue-answers.ts';
export { IssueApiModule } from './issue-api.module.ts';
export { IssueChanges } from './issue-changes.ts';
export { IssueDetails } from './issue-details.ts';
