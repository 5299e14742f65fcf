import { Injectable } from '@nestjs/common';
import { CountStore } from '#product/recording/counts';
import type { Project } from '#product/projects/projects';
import { toUserQuery } from '#shared';
import { SearchAdvice, toAdvice } from '../../recording/search/index.ts';
import { PeopleService } from '../../projects/members/index.ts';
import type { IssueListProps } from './issue-list.dto.ts';
import { offerTriage } from '../states/index.ts';
import type { ListRequest } from './list-request.ts';
import { toChoices } from './list-choices.ts';
import { toListAddress } from '../../recording/issue-list/index.ts';

/**
 * The filter offers at most this many environments and this many releases. The search field accepts
 * any name.
 */
const NAMES_OFFERED = 50;

@Injectable()
export class ListOffers {
  constructor(
    private readonly events: CountStore,
    private readonly people: PeopleService,
    private readonly advice: SearchAdvice,
  ) {}

  async find(
    asked: ListRequest,
    projects: readonly Project[],
  ): Promise<Pick<IssueListProps, 'choices' | 'triage' | 'advice'>> {
    const { access, within } = asked;
    const [choices, triage, advice] = await Promise.all([
      this.choose(asked, projects),
      offerTriage(this.people, access, within(access.listProjects('issues.triage'))),
      this.advise(asked),
    ]);
    return { choices, ...advice, ...(triage ? { triage } : {}) };
  }

  private async choose(
    { listing, wanted: { projectIds } }: ListRequest,
    projects: readonly Project[],
  ): Promise<IssueListProps['choices']> {
    const within = { ...(projectIds ? { projectIds } : {}), limit: NAMES_OFFERED };
    const [environments, releases] = await Promise.all([
      this.events.listNames({ kind: 'environment', ...within }),
      this.events.listNames({ kind: 'release', ...within }),
    ]);
    return toChoices(listing, { projects, environments, releases });
  }

  private async advise({
    listing,
    listed: { search = [], loneText },
    wanted,
  }: ListRequest): Promise<Pick<IssueListProps, 'advice'>> {
    const query = toUserQuery(loneText);
    if (query !== undefined) {
      const link = { name: query, href: toListAddress({ ...listing, query }) };
      return { advice: { text: 'What this user met:', link } };
    }
    const unknown = await this.advice.findUnknownKey(search, wanted.projectIds ?? 'all');
    return toAdvice(unknown, listing.query, (known) => toListAddress({ ...listing, query: known }));
  }
}
