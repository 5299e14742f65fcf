import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import { printSearch } from '#shared';
import type { Search } from '#shared';
import { SearchAdvice } from '../../../recording/search/index.ts';
import type { IssueListProps } from '../issues.dto.ts';
import type { ListRequest } from './list-request.ts';
import { IssueCounts } from './issue-counts.ts';
import {
  explainEmpty,
  explainFault,
  explainPast,
  IN_NO_PROJECT,
  toListAddress,
} from './listing.ts';
import type { Listing } from './listing.ts';
import { SilentProjects } from './silent-projects.ts';

@Injectable()
export class EmptyList {
  constructor(
    private readonly issues: IssueStore,
    private readonly counts: IssueCounts,
    private readonly advice: SearchAdvice,
    private readonly silence: SilentProjects,
  ) {}

  async explain(asked: ListRequest): Promise<Pick<IssueListProps, 'nothing'>> {
    const { access, address, listing, listed, within } = asked;
    const readable = within(access.listProjects('issues.read'));
    if (readable.length === 0) return { nothing: IN_NO_PROJECT };
    if (!listed.search) return { nothing: explainFault(listing) };
    if (address.before ?? address.after) return { nothing: explainPast(listing) };
    if (await this.issues.hasEverHadIssues(readable === 'all' ? undefined : readable)) {
      return { nothing: await this.explainSearch(asked, listed.search) };
    }
    return this.silence.explain(asked, readable);
  }

  private async explainSearch(
    { listing, listed, wanted }: ListRequest,
    search: Search,
  ): Promise<IssueListProps['nothing']> {
    const { span: _span, ...everything } = { ...wanted, search: [] };
    const [without, nearTypes] = await Promise.all([
      this.counts.count('', everything),
      this.advice.listNearTypes(search, wanted.projectIds ?? 'all'),
    ]);
    return { ...explainEmpty(listing, listed, without), ...toOffers(listing, nearTypes) };
  }
}

function toOffers(
  listing: Listing,
  searches: readonly Search[],
): Pick<NonNullable<IssueListProps['nothing']>, 'offers'> {
  if (searches.length === 0) return {};
  const offers = searches.map((search) => {
    const query = printSearch(search);
    return { name: query, href: toListAddress({ ...listing, query }) };
  });
  return { offers };
}
