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
import { Action, Flash, Page, PageParts, RedirectException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { FindService } from '../../recording/finding/index.ts';
import { DeleteIssueDto, DeletionService } from '../../retention/deletion/index.ts';
import type { DeleteIssueAction } from '../../retention/deletion/index.ts';
import { isFiltering, issueListPage } from '../../recording/issue-page/index.ts';
import { isOwnFormSubmission } from './filtering/own-form-submission.ts';
import { FilterMemory } from './filtering/filter-memory.ts';
import type { RememberedFilter } from './filtering/filter-memory.ts';
import type { IssueListProps } from './issues.dto.ts';
import { IssueListService } from './list/issue-list.service.ts';
import {
  ListAddressPipe,
  PLAIN_QUERY,
  readSearch,
  toListAddress,
} from '../../recording/issue-list/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import { MergingActions } from '../merging/index.ts';
import { findOpened, SavedSearchesService, toMenu } from '../saved-searches/index.ts';
import { ListTriageDto, TriageActions, UndoDto } from '../states/index.ts';
import type { TriageAction, UndoAction } from '../states/index.ts';

@Controller('issues')
@OpenToGuests()
@NavigationEntry({ name: 'Issues', order: 10 })
export class IssueListController {
  constructor(
    private readonly issues: IssueListService,
    private readonly finder: FindService,
    private readonly triage: TriageActions,
    private readonly merging: MergingActions,
    private readonly deletion: DeletionService,
    private readonly saved: SavedSearchesService,
    private readonly memory: FilterMemory,
    private readonly parts: PageParts,
  ) {}

  @Get()
  @Page<typeof import('./views/issue-list.page.tsx')>('issue-pages/issue-list.page', {
    head: ({ project }) => ({ title: project ? `Issues in ${project.name}` : 'Issues' }),
    tags: ({ tags }) => tags,
    places: issueListPage,
    // This address redirects to the remembered filter, which changes whenever somebody sends the
    // filter form. A cached answer could be outdated.
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
    const elsewhere =
      (await this.findQuoted(address, access)) ??
      (address.isBare
        ? (findOpened(saved, findOnlyProject(access)) ?? toRememberedAddress(remembered))
        : toPlainAddress(address));
    if (address.isOfForm && access.user && isOwnFormSubmission(headers))
      await this.memory.keep(access, address);
    if (elsewhere !== undefined) throw new RedirectException(elsewhere);
    const list = await this.issues.list(access, address);
    if (!list) throw new NotFoundException();
    const { nowMs, issues } = list;
    const context = { access, issues, filter: address.filter, nowMs };
    const parts = this.parts.load(issueListPage, context);
    return { ...list, parts, ...(access.user && { saved: toMenu(saved, address) }) };
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

  /**
   * Returns the page that the search names, when the search is a single text such as a digest, an
   * event id or a short id. Returns the page *Find* when the text names several pages.
   */
  private async findQuoted(address: ListAddress, access: Access): Promise<Address | undefined> {
    const { query, before, after } = address;
    const { loneText } = readSearch(query, access.user !== undefined);
    if (before ?? after) return undefined;
    const [target, ...others] =
      loneText === undefined ? [] : await this.finder.find(loneText, access);
    if (loneText === undefined || !target) return this.issues.findPasted(access, address);
    return others.length === 0 ? target.href : to('/find', {}, { query: { q: loneText } });
  }
}

/** Returns undefined when nothing is remembered. */
function toRememberedAddress(remembered: RememberedFilter | undefined): Address | undefined {
  if (!remembered) return undefined;
  const { project, filter, sort = 'lastSeen' } = remembered;
  if (project === undefined && !isFiltering(filter) && sort === 'lastSeen') return undefined;
  return toListAddress({ query: PLAIN_QUERY, filter, sort, project: toNamed(project) });
}

/**
 * Drops the redundant fields that a form sends. Returns undefined when the address did not come
 * from a form.
 */
function toPlainAddress({ isOfForm, project, ...address }: ListAddress): Address | undefined {
  return isOfForm ? toListAddress({ ...address, project: toNamed(project) }) : undefined;
}

function toNamed(slug: string | undefined): { readonly slug: string } | undefined {
  return slug === undefined ? undefined : { slug };
}

function findOnlyProject(access: Access): number | undefined {
  const projects = access.listProjects('issues.read');
  return projects !== 'all' && projects.length === 1 ? projects[0] : undefined;
}
