import { Body, Param } from '@nestjs/common';
import { Action, Flash, UnreadableAddressException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { IssuePart } from '../../recording/issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../../recording/issue-page/index.ts';
import { IssueIdPipe, ProjectOfIssue } from '../../recording/issues/index.ts';
import { MergingActions } from './merging-actions.ts';
import { MergeDto, UnmergeDto } from './merging.dto.ts';
import type { MergeAction, MergingPartProps, UnmergeAction } from './merging.dto.ts';
import { MergingService } from './merging.service.ts';

@IssuePart<typeof import('./views/issue.merging.waiting.part.tsx')>(
  'merging/issue.merging.waiting.part',
  {
    at: 'below',
    order: 20,
  },
)
export class MergingPart implements IssuePartLoader<MergingPartProps> {
  constructor(
    private readonly merging: MergingService,
    private readonly actions: MergingActions,
  ) {}

  async load({ issue, access, query }: IssueContext): Promise<MergingPartProps | undefined> {
    const groups = await this.merging.listGroups(issue.id, readOffset(query['groups']));
    const canMerge = access.can('issues.merge', issue.projectId);
    if (!groups && !canMerge) return undefined;
    return { project: issue.projectSlug, canMerge, groups };
  }

  @Action<MergeAction>('merge')
  @Requires('issues.merge', ProjectOfIssue)
  async merge(
    @Param('id', IssueIdPipe) id: number,
    @Body() { into }: MergeDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.mergeInto(id, into, { access, flash });
  }

  @Action<UnmergeAction>('unmerge')
  @Requires('issues.merge', ProjectOfIssue)
  async unmerge(
    @Param('id', IssueIdPipe) id: number,
    @Body() { group }: UnmergeDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.unmerge(id, group, { access, flash });
  }
}

/** Reads `?groups=<number>`, the groups on earlier pages. Throws 404 for any other value. */
function readOffset(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value !== 'string' || !/^[1-9]\d{0,3}$/.test(value)) {
    throw new UnreadableAddressException();
  }
  return Number(value);
}
