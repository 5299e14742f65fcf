import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  NotFoundException,
  Query,
} from '@nestjs/common';
import { errorCatalogue } from '#shared';
import { Action, Flash, Page, RedirectException } from '../../rendering/index.ts';
import type { TellFlash } from '../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, Requires } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { NavigationEntry } from '../console/index.ts';
import { DeleteIssueDto } from './deletion/deletion.dto.ts';
import type { DeleteIssueAction } from './deletion/deletion.dto.ts';
import { DeletionService } from './deletion/deletion.service.ts';
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
@OpenToGuests()
@NavigationEntry({ name: 'Issues', order: 10 })
export class IssueListController {
  constructor(
    private readonly issues: IssuesService,
    private readonly triage: TriageActions,
    private readonly deletion: DeletionService,
  ) {}

  @Get()
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

  /**
   * Of the list, not of the issue's own page: that goes with it, and whoever asks again because the answer was lost
   * would not be told. There is no way back: the page says so before.
   */
  @Action<DeleteIssueAction>('delete')
  @Requires('issues.delete')
  async delete(
    @Body() { issue }: DeleteIssueDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<never> {
    const deletion = await this.deletion.delete(access, Number(issue));
    if (deletion.ok) {
      flash({ text: `${deletion.shortId} deleted.` });
      throw new RedirectException('/issues');
    }
    const { message } = errorCatalogue[deletion.code];
    throw deletion.code === 'issue.unknown'
      ? new NotFoundException(message)
      : new ForbiddenException(message);
  }
}
