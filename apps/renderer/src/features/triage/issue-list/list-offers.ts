import { Injectable } from '@nestjs/common';
import { CountStore } from '#product/recording/counts';
import { CompletionStore } from '#product/recording/issues';
import type { Project } from '#product/projects/projects';
import { toUserQuery } from '#shared';
import { SearchAdvice, toAdvice } from '../../recording/search/index.ts';
import { PeopleService } from '../../projects/members/index.ts';
import type { IssueListProps } from './issue-list.dto.ts';
import { offerTriage } from '../states/index.ts';
import type { ListRequest } from './list-request.ts';
import { toFilters } from './list-filter.ts';
import { toListAddress } from '../../recording/issue-list/index.ts';

/**
 * The filter offers at most this many environments and this many releases. The search field accepts
 * any name.
 */
const NAMES_OFFERED = 50;

/** Each further value adds to every list that is sent. */
const TAG_VALUES_OFFERED = 12;

@Injectable()
export class ListOffers {
  constructor(
    private readonly events: CountStore,
    private readonly tags: CompletionStore,
    private readonly people: PeopleService,
    private readonly advice: SearchAdvice,
  ) {}

  async find(
    asked: ListRequest,
    projects: readonly Project[],
  ): Promise<Pick<IssueListProps, 'filters' | 'triage' | 'advice'>> {
    const { access, within } = asked;
    const [filters, triage, advice] = await Promise.all([
      this.offer(asked, projects),
      offerTriage(this.people, access, within(access.listProjects('issues.triage'))),
      this.advise(asked),
    ]);
    return { filters, ...advice, ...(triage ? { triage } : {}) };
  }

  private async offer(
    { listing, listed, wanted: { projectIds } }: ListRequest,
    projects: readonly Project[],
  ): Promise<IssueListProps['filters']> {
    const within = { projectIds, limit: NAMES_OFFERED };
    const ofTags = { ...within, limit: TAG_VALUES_OFFERED };
    const [environments, releases, systems, browsers] = await Promise.all([
      this.events.listNames({ kind: 'environment', ...within }),
      this.events.listNames({ kind: 'release', ...within }),
      this.tags.listFirstTagValues('os.name', ofTags),
      this.tags.listFirstTagValues('browser.name', ofTags),
    ]);
    return toFilters(listing, listed, { projects, environments, releases, systems, browsers });
  }

  private async advise({
    listing,
    listed: { search = [], loneText },
    wanted,
  }: ListRequest): Promise<Pick<IssueListProps, 'advice'>> {
    const query = toUserQuery(loneText);
    if (query !== undefined) {
      const { filter } = listing;
      const link = { name: query, href: toListAddress({ ...listing, query }) };
      const href = toListAddress({ ...listing, query, filter: { ...filter, time: '24h' } });
      const recently = { name: 'in the last 24 hours', href };
      return { advice: { text: 'What this user met:', link, recently } };
    }
    const unknown = await this.advice.findUnknownKey(search, wanted.projectIds ?? 'all');
    return toAdvice(unknown, listing.query, (known) => toListAddress({ ...listing, query: known }));
  }
}
