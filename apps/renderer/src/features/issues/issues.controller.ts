import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import { Page } from '../../rendering/index.ts';
import { IssueIdPipe } from './issue-id.pipe.ts';
import type { IssueListProps, IssuePageProps } from './issues.dto.ts';
import { IssuesService } from './issues.service.ts';
import type { PageCursor } from './issues.service.ts';
import { PageCursorPipe } from './page-cursor.pipe.ts';

@Controller()
export class IssuesController {
  constructor(private readonly issues: IssuesService) {}

  @Get('issues')
  @Page<typeof import('./views/issue-list.page.tsx')>('issues/issue-list.page', {
    head: () => ({ title: 'Issues' }),
  })
  async list(
    @Query('before', PageCursorPipe) before: PageCursor | undefined,
  ): Promise<IssueListProps> {
    return this.issues.list(before);
  }

  @Get('issues/:id')
  @Page<typeof import('./views/issue.page.tsx')>('issues/issue.page', {
    head: ({ issue }) => ({ title: toTitle(issue) }),
  })
  async show(
    @Param('id', IssueIdPipe) id: number,
    @Query('event') eventId: unknown,
  ): Promise<IssuePageProps> {
    if (eventId !== undefined && typeof eventId !== 'string') throw new NotFoundException();
    const page = await this.issues.find(id, eventId);
    if (!page) throw new NotFoundException();
    return page;
  }
}

/** Short enough for a tab, long enough for a history list. */
function toTitle({ shortId, type, value }: IssuePageProps['issue']): string {
  const title = `${shortId} ${type}: ${value}`;
  return title.length > 100 ? `${title.slice(0, 99)}…` : title;
}
