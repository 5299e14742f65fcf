import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  NotFoundException,
  Query,
} from '@nestjs/common';
import { errorCatalogue, to } from '#shared';
import type { PropsOf } from '#shared';
import { Action, Flash, Page, RedirectException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { DeleteIssueDto, DeletionService } from '../../retention/deletion/index.ts';
import type { DeleteIssueAction } from '../../retention/deletion/index.ts';
import { issueListPage } from '../../recording/issue-page/index.ts';
import type { IssueListProps } from './issue-list.dto.ts';
import { IssueListService } from './issue-list.service.ts';
import { ListRedirects } from './list-redirects.ts';
import { ListAddressPipe } from '../../recording/issue-list/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import { MergingActions } from '../merging/index.ts';
import { SavedSearchesService, toMenu } from '../saved-searches/index.ts';
import { ListTriageDto, TriageActions, UndoDto } from '../states/index.ts';
import type { TriageAction, UndoAction } from '../states/index.ts';

@Controller('issues')
@OpenToGuests()
@NavigationEntry({ name: 'Issues', order: 10 })
export class IssueListController {
  constructor(
    private readonly issues: IssueListService,
    private readonly redirects: ListRedirects,
    private readonly triage: TriageActions,
    private readonly merging: MergingActions,
    private readonly deletion: DeletionService,
    private readonly saved: SavedSearchesService,
  ) {}

  @Get()
  @Page<PropsOf<IssueListController['list']>>('issue-list/issue-list.page', {
    head: ({ project }) => ({ title: project ? `Issues in ${project.name}` : 'Issues' }),
    tags: ({ tags }) => tags,
    places: issueListPage,
    // This address redirects to a default saved search, which people change. A cached answer could
    // be outdated.
    staleMs: 0,
  })
  async list(
    @Query(ListAddressPipe) address: ListAddress,
    @CurrentAccess() access: Access,
  ): Promise<IssueListProps> {
    const saved = await this.saved.list(access);
    const elsewhere = await this.redirects.find(access, address, saved);
    if (elsewhere !== undefined) throw new RedirectException(elsewhere);
    const list = await this.issues.list(access, address);
    return { ...list, ...(access.user && { saved: toMenu(saved, address) }) };
  }

  @Action<TriageAction>('triage')
  @Requires('issues.triage')
  async change(
    @Body() fields: ListTriageDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const ids = fields.issue.map(Number);
    if (fields.change === 'merge') await this.merging.merge(ids, { access, flash });
    else await this.triage.change(ids, { access, fields, flash });
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
   * The list has this action, since the issue's page disappears with the issue. When the answer is
   * lost and the browser repeats the request, the list can still answer.
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
      throw new RedirectException(to('/issues'));
    }
    const { message } = errorCatalogue[deletion.code];
    throw deletion.code === 'issue.unknown'
      ? new NotFoundException(message)
      : new ForbiddenException(message);
  }
}
