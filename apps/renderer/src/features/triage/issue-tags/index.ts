export { IssueTagsModule } from './issue-tags.module.ts';
export { TagsService } from './tags.service.ts';
