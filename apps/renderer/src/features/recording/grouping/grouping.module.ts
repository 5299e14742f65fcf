import { Module } from '@nestjs/common';
import { IssuePart } from '../issue-page/index.ts';
import type { IssueContext, IssuePartLoader } from '../issue-page/index.ts';
import { explainGrouping } from './explain-grouping.ts';
import type { GroupingProps } from './grouping.dto.ts';
import { LookAlikesPart } from './look-alikes.part.ts';

@IssuePart<typeof import('./views/issue.why-grouped.waiting.part.tsx')>(
  'grouping/issue.why-grouped.waiting.part',
  {
    at: 'after-details',
    order: 10,
    section: { id: 'why-grouped', title: 'Why grouped' },
  },
)
class WhyGroupedPart implements IssuePartLoader<GroupingProps> {
  load({ found }: IssueContext): GroupingProps | undefined {
    return found && explainGrouping(found);
  }
}

@Module({ providers: [LookAlikesPart, WhyGroupedPart] })
export class GroupingModule {}
