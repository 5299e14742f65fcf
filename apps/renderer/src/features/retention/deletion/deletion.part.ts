import { toShortId } from '#shared';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../../recording/issue-page/index.ts';
import type { DeletionPartProps } from './deletion.dto.ts';
import { DeletionService } from './deletion.service.ts';

@IssuePart<typeof import('./views/issue.deletion.part.tsx')>('deletion/issue.deletion.part', {
  at: 'below',
  order: 30,
  right: 'issues.delete',
})
export class DeletionPart implements IssuePartLoader<DeletionPartProps> {
  constructor(private readonly deletion: DeletionService) {}

  async load({ issue }: IssueContext): Promise<DeletionPartProps> {
    const { id, projectSlug, number, events } = issue;
    const hasMerged = await this.deletion.hasMerged(id);
    return { id, shortId: toShortId(projectSlug, number), events, hasMerged };
  }
}
