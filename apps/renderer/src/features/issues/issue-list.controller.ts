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
import { DemoService } from '../demo/index.ts';
import { NavigationEntry } from '../console/index.ts';
import { FindService } from '../find/index.ts';
import { DeleteIssueDto } from './deletion/deletion.dto.ts';
import type { DeleteIssueAction } from './deletion/deletion.dto.ts';
import { DeletionService } from './deletion/deletion.service.ts';
import type { IssueListProps } from './issues.dto.ts';
import { IssueListService } from './list/issue-list.service.ts';
import { ListAddressPipe } from './list/list-address.pipe.ts';
import type { ListAddress } from './list/list-address.pipe.ts';
import { readSearch } from './list/listed-search.ts';
import { toListAddress } from './list/listing.ts';
import type { Listing } from './list/listing.ts';
import { findOpened, toMenu } from './saved/saved-menu.ts';
import { SavedSearchesService } from './saved/saved-searches.service.ts';
import { TriageActions } from './triage/triage-actions.ts';
import { ListTriageDto, UndoDto } from './triage/triage.dto.ts';
import type { TriageAction, UndoAction } from './triage/triage.dto.ts';

@Controller('issues')
@OpenToGuests()
@NavigationEntry({ name: 'Issues', order: 10 })
export class IssueListController {
  constructor(
    private readonly issues: IssueListService,
    private readonly finder: FindService,
    private readonly triage: TriageActions,
    private readonly deletion: DeletionService,
    private readonly demo: DemoService,
    private readonly saved: SavedSearchesService,
  ) {}

  @Get()
  @Page<typeof import('./views/issue-list.page.tsx')>('issues/issue-list.page', {
    head: ({ project }) => ({ title: project ? `Issues in ${project.name}` : 'Issues' }),
  })
  async list(
    @Query(ListAddressPipe) address: ListAddress,
    @CurrentAccess() access: Access,
  ): Promise<IssueListProps> {
    const saved = await this.saved.list(access);
    const shown = { ...address, isExplicit: saved.some(({ isDefault }) => isDefault) };
    const elsewhere =
      (await this.findQuoted(address, access)) ??
      findOpened(saved, address, findOnlyProject(access)) ??
      toPlainAddress(shown);
    if (elsewhere !== undefined) throw new RedirectException(elsewhere);
    const list = await this.issues.list(access, shown);
    if (!list) throw new NotFoundException();
    return { ...list, ...(access.user ? { saved: toMenu(saved, address) } : {}) };
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

  /** Offered while there is no issue. */
  @Action('fill')
  @Requires('projects.create')
  fill(@CurrentAccess() access: Access): never {
    this.demo.start(access.getSignedIn().user.id);
    throw new RedirectException('/settings/demo');
  }

  /** Where a text alone leads that names one thing: a digest, an event, a short id, … */
  private async findQuoted(
    { query, before, after }: ListAddress,
    access: Access,
  ): Promise<string | undefined> {
    const { loneText } = readSearch(query, access.user !== undefined);
    if (loneText === undefined || (before ?? after)) return undefined;
    const [target, ...others] = await this.finder.find(loneText, access);
    return others.length === 0 ? target?.href : undefined;
  }
}

/** The address without what a form says needlessly; undefined where that is how it is. */
function toPlainAddress({
  isOfForm,
  project,
  ...address
}: ListAddress & Pick<Listing, 'isExplicit'>): string | undefined {
  if (!isOfForm) return undefined;
  return toListAddress({
    ...address,
    project: project === undefined ? undefined : { slug: project },
  });
}

/** Id of the only project that somebody sees. */
function findOnlyProject(access: Access): number | undefined {
  const projects = access.listProjects('issues.read');
  return projects !== 'all' && projects.length === 1 ? projects[0] : undefined;
}
