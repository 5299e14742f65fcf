import { Module } from '@nestjs/common';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../../recording/issue-page/index.ts';
import { ProjectOfIssue } from '../../recording/issues/index.ts';
import { TagsController } from './tags.controller.ts';
import type { TagsPartProps } from './tags.dto.ts';
import { TagsService } from './tags.service.ts';

@IssuePart<typeof import('./views/issue.tags.waiting.part.tsx')>(
  'issue-tags/issue.tags.waiting.part',
  {
    at: 'aside-tags',
    order: 10,
    section: { id: 'all-tags', title: 'Tags of all events' },
  },
)
class TagsPart implements IssuePartLoader<TagsPartProps> {
  constructor(private readonly tags: TagsService) {}

  async load({ issue }: DescribedIssue): Promise<TagsPartProps | undefined> {
    const tags = await this.tags.list(issue);
    return tags && { ...tags, issueId: issue.id };
  }
}

@Module({
  controllers: [TagsController],
  providers: [ProjectOfIssue, TagsPart, TagsService],
  exports: [TagsService],
})
export class IssueTagsModule {}
