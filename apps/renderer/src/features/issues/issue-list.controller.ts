import { Body, Controller, Get, NotFoundException, Query } from '@nestjs/common';
import { Action, Flash, Page, RedirectException } from '../../rendering/index.ts';
import type { TellFlash } from '../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, Requires } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import type { IssueListProps, ListedStatus } from './issues.dto.ts';
import { IssuesService } from './issues.service.ts';
import type { PageCursor } from './issues.service.ts';
import { toListAddress } from './listing.ts';
import { ListedProjectPipe } from './listed-project.pipe.ts';
import { ListedStatusPipe } from './listed-status.pipe.ts';
import { PageCursorPipe } from './page-cursor.pipe.ts';
import { TriageActions } from './triage/triage-actions.ts';
import { ListTriageDto, UndoDto } from './triage/triage.dto.ts';
import type { TriageAction, UndoAction } from './triage/triage.dto.ts';

@Controller('issues')
export class IssueListController {
  constructor(
    private readonly issues: IssuesService,
    private readonly triage: TriageActions,
  ) {}

  @Get()
  @OpenToGuests()
  @Page<typeof import('./views/issue-list.page.tsx')>('issues/issue-list.page', {
    head: ({ project }) => ({ title: project ? `Issues in ${project.name}` : 'Issues' }),
  })
  async list(
    @Query('status', ListedStatusPipe) status: ListedStatus,
    @Query('project', ListedProjectPipe) project: string | undefined,
    @Query('before', PageCursorPipe) before: PageCursor | undefined,
    @CurrentAccess() access: Access,
  ): Promise<IssueListProps> {
    // As a form says it that asks for all.
    if (project === '') throw new RedirectException(toListAddress({ status }));
    const list = await this.issues.list({ access, status, project, before });
    if (!list) throw new NotFoundException();
    return list;
  }

  /** Of issues of several projects some may be none of theirs: each is looked at. */
  @Action<TriageAction>('triage')
  @Requires('issues.triage')
  async change(
    @Body() fields: ListTriageDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.triage.change(fields.issue.map(Number), { access, fields, flash });
  }

  @Action<UndoAction>('undo')
  @Requires('issues.triage')
  async undo(
    @Body() fields: UndoDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.triage.undo({ access, fields, flash });
  }
}
