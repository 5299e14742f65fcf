export { AnswersInert } from './answers-inert.ts';
export { IssueLookup } from './issue-lookup.ts';
export { IssueMarkdown } from './markdown/issue-markdown.ts';
export { IssuesModule } from './issues.module.ts';
