import type { IncomingHttpHeaders } from 'node:http';
import type { Address } from '#shared';
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Headers,
  NotFoundException,
  Query,
} from '@nestjs/common';
import { errorCatalogue, to } from '#shared';
import { Action, Flash, Page, RedirectException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { FindService } from '../../recording/finding/index.ts';
import { DeleteIssueDto } from './deletion/deletion.dto.ts';
import type { DeleteIssueAction } from './deletion/deletion.dto.ts';
import { DeletionService } from './deletion/deletion.service.ts';
import { isFiltering, withoutTime } from './filtering/event-filter.ts';
import { isChosen } from './filtering/is-chosen.ts';
import { FilterMemory } from './filtering/filter-memory.ts';
import type { RememberedFilter } from './filtering/filter-memory.ts';
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
    private readonly saved: SavedSearchesService,
    private readonly memory: FilterMemory,
  ) {}

  @Get()
  @Page<typeof import('./views/issue-list.page.tsx')>('issue-pages/issue-list.page', {
    head: ({ project }) => ({ title: project ? `Issues in ${project.name}` : 'Issues' }),
    tags: ({ tags }) => tags,
    // The form changes where this address leads.
    staleMs: 0,
  })
  async list(
    @Query(ListAddressPipe) address: ListAddress,
    @CurrentAccess() access: Access,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<IssueListProps> {
    const [saved, remembered] = await Promise.all([
      this.saved.list(access),
      this.memory.find(access),
    ]);
    const shown = { ...address, isExplicit: saved.some(({ isDefault }) => isDefault) };
    const elsewhere =
      (await this.findQuoted(shown, access)) ??
      findOpened(saved, address, findOnlyProject(access)) ??
      toRememberedAddress(shown, remembered) ??
      toPlainAddress(shown);
    if (address.isOfForm && access.user && isChosen(headers))
      await this.memory.keep(access, address);
    if (elsewhere !== undefined) throw new RedirectException(elsewhere);
    const list = await this.issues.list(access, shown);
    if (!list) throw new NotFoundException();
    return access.user ? { ...list, saved: toMenu(saved, address) } : list;
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
      throw new RedirectException(to('/issues'));
    }
    const { message } = errorCatalogue[deletion.code];
    throw deletion.code === 'issue.unknown'
      ? new NotFoundException(message)
      : new ForbiddenException(message);
  }

  /** Where a text alone leads that names something: a digest, an event, a short id, a page, … Of several things there is a list. */
  private async findQuoted(address: ShownAddress, access: Access): Promise<Address | undefined> {
    const { query, before, after } = address;
    const { loneText } = readSearch(query, access.user !== undefined);
    if (loneText === undefined || (before ?? after)) return undefined;
    const [target, ...others] = await this.finder.find(loneText, access);
    if (!target) return this.issues.findByAddress(access, address);
    return others.length === 0 ? target.href : to('/find', {}, { query: { q: loneText } });
  }
}

type ShownAddress = ListAddress & Pick<Listing, 'isExplicit'>;

/** The address with the filter that is remembered; undefined where there is none, or it says something of it itself. */
function toRememberedAddress(
  { saysFilter, ...address }: ShownAddress,
  remembered: RememberedFilter | undefined,
): Address | undefined {
  if (saysFilter || !remembered) return undefined;
  const { project, filter, sort } = remembered;
  if (project === undefined && !isFiltering(filter) && address.sort === (sort ?? 'lastSeen')) {
    return undefined;
  }
  return toListAddress({
    ...address,
    filter,
    sort: address.sort === 'lastSeen' ? sort : address.sort,
    project: project === undefined ? undefined : { slug: project },
  });
}

/** The address without what a form says needlessly; undefined where that is how it is. What it says is what is remembered from now on. */
function toPlainAddress({
  isOfForm,
  project,
  filter,
  ...address
}: ShownAddress): Address | undefined {
  if (!isOfForm) return undefined;
  return toListAddress({
    ...address,
    filter: filter.time === 'all' ? withoutTime(filter) : filter,
    project: project === undefined ? undefined : { slug: project },
  });
}

/** Id of the only project that somebody sees. */
function findOnlyProject(access: Access): number | undefined {
  const projects = access.listProjects('issues.read');
  return projects !== 'all' && projects.length === 1 ? projects[0] : undefined;
}
