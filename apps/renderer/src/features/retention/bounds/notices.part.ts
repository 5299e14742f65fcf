import { Part } from '../../../rendering/index.ts';
import type { PartLoader } from '../../../rendering/index.ts';
import { issueListPage } from '../../recording/issue-page/index.ts';
import type { IssueListContext } from '../../recording/issue-page/index.ts';
import type { BoundNotice } from './bounds.dto.ts';
import { BoundsService } from './bounds.service.ts';

interface NoticesProps {
  readonly notices: readonly BoundNotice[];
}

@Part<typeof import('./views/issue-list.notices.waiting.part.tsx'), IssueListContext>(
  issueListPage,
  'bounds/issue-list.notices.waiting.part',
  { at: 'top', order: 10 },
)
export class NoticesPart implements PartLoader<IssueListContext, NoticesProps> {
  constructor(private readonly bounds: BoundsService) {}

  async load({ access }: IssueListContext): Promise<NoticesProps | undefined> {
    const notices = await this.bounds.listNotices(access);
    return notices.length > 0 ? { notices } : undefined;
  }
}
