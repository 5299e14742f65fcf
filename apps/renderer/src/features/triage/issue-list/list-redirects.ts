import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import { Clock, printSearch, to } from '#shared';
import type { Address } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { FindService } from '../../recording/finding/index.ts';
import { findChosen, readSearch, toListAddress } from '../../recording/issue-list/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import { toFilterSearch } from '../../recording/issue-page/index.ts';
import { findOpened } from '../saved-searches/index.ts';
import { resolveListRequest } from './list-request.ts';
import { toAddressSearches } from './pasted/pasted-address.ts';
import { toPastedSearches } from './pasted/pasted-text.ts';

/** Matches the state that a tab adds to a search. */
const STATE = /^is:\w+\s+|\s+is:\w+$/g;

/** Finds the page to show instead of the list at an address. */
@Injectable()
export class ListRedirects {
  constructor(
    private readonly finder: FindService,
    private readonly projects: ProjectsService,
    private readonly issues: IssueStore,
    private readonly clock: Clock,
  ) {}

  /** `saved` are the person's saved searches. Returns undefined when the list is to be shown. */
  async find(
    access: Access,
    address: ListAddress,
    saved: Parameters<typeof findOpened>[0],
  ): Promise<Address | undefined> {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const found = findChosen(projects, address.project);
    if (!found.ok) return undefined;
    if (found.chosen && found.chosen.slug !== address.project) {
      return toListAddress({ ...address, project: found.chosen });
    }
    const quoted = await this.findQuoted(address, access);
    if (quoted !== undefined) return quoted;
    return address.isBare ? findOpened(saved, findOnlyProject(access)) : toPlainAddress(address);
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
    if (loneText === undefined || !target) return this.findPasted(access, address);
    return others.length === 0 ? target.href : to('/find', {}, { query: { q: loneText } });
  }

  /**
   * Handles a search that is the URL of a web page, a line of a stack, or a thrown error. Returns
   * the address of a list of its issues, or undefined when no issue matches. An issue of another
   * state is found when the list's state has none.
   */
  private async findPasted(access: Access, address: ListAddress): Promise<Address | undefined> {
    const { loneText = '', search = [] } = readSearch(address.query, access.user !== undefined);
    const pasted = toPastedSearches(address.query.replaceAll(STATE, ''));
    const searches = pasted.length > 0 ? pasted : toAddressSearches(loneText);
    if (searches.length === 0) return undefined;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const asked = resolveListRequest(address, { access, projects, nowMs: this.clock.nowMs() });
    const states = search.filter((term) => term.kind === 'choice' && term.key === 'is');
    const isOfAnyState = pasted.length > 0 && states.length > 0;
    const candidates = searches.flatMap((each) => [
      [...states, ...each],
      ...(isOfAnyState ? [each] : []),
    ]);
    for (const found of candidates) {
      const wanted = { ...asked.wanted, search: [...toFilterSearch(address.filter), ...found] };
      const [issue] = await this.issues.list({ ...wanted, limit: 1 });
      if (issue) return toListAddress({ ...asked.listing, query: printSearch(found) });
    }
    return undefined;
  }
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
