export { IssueTagsModule } from './issue-tags.module.ts';
