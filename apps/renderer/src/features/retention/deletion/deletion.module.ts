import { Module } from '@nestjs/common';
import { toShortId } from '#shared';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../../recording/issue-page/index.ts';
import type { DeletionPartProps } from './deletion.dto.ts';
import { DeletionService } from './deletion.service.ts';

@IssuePart<typeof import('./views/issue.deletion.waiting.part.tsx')>(
  'deletion/issue.deletion.waiting.part',
  {
    at: 'below',
    order: 30,
    right: 'issues.delete',
  },
)
class DeletionPart implements IssuePartLoader<DeletionPartProps> {
  load({ issue }: IssueContext): DeletionPartProps {
    const { id, projectSlug, number, events, hasMerged = false } = issue;
    return { id, shortId: toShortId(projectSlug, number), events, hasMerged };
  }
}

@Module({ providers: [DeletionPart, DeletionService], exports: [DeletionService] })
export class DeletionModule {}
