import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import { printSearch, toSearchWords } from '#shared';
import type { Search } from '#shared';
import { Newcomers } from '../../../projects/providers/index.ts';
import { SearchAdvice } from '../../../recording/search/index.ts';
import type { IssueListProps } from '../issue-list.dto.ts';
import type { ListRequest } from '../list-request.ts';
import { correctWord } from '../pasted/correct-word.ts';
import { IssueCounts } from '../issue-counts.ts';
import { explainEmpty, explainFault, explainNoProject, explainPast } from '../listing.ts';
import { toListAddress } from '../../../recording/issue-list/index.ts';
import type { Listing } from '../../../recording/issue-list/index.ts';
import { toHints } from '../pasted/pasted-text.ts';
import { SilentProjects } from './silent-projects.ts';

/** A misspelt word is corrected to a word of these issues, which were seen last. */
const ISSUES_OF_KNOWN_WORDS = 300;

@Injectable()
export class EmptyList {
  constructor(
    private readonly issues: IssueStore,
    private readonly counts: IssueCounts,
    private readonly advice: SearchAdvice,
    private readonly silence: SilentProjects,
    private readonly newcomers: Newcomers,
  ) {}

  async explain(asked: ListRequest): Promise<Pick<IssueListProps, 'nothing'>> {
    const { access, address, listing, listed, within } = asked;
    if (listed.fault !== undefined) return { nothing: explainFault(listing) };
    const readable = within(access.listProjects('issues.read'));
    if (readable.length === 0) {
      const owners = access.user ? await this.newcomers.listOwners(access.user) : [];
      return { nothing: explainNoProject(owners) };
    }
    if (address.before ?? address.after) return { nothing: explainPast(listing) };
    if (await this.issues.hasEverHadIssues(readable === 'all' ? undefined : readable)) {
      return { nothing: await this.explainSearch(asked, listed.search ?? []) };
    }
    return this.silence.explain(asked, readable);
  }

  private async explainSearch(
    { listing, listed, wanted }: ListRequest,
    search: Search,
  ): Promise<IssueListProps['nothing']> {
    const { span: _span, ...everything } = { ...wanted, search: [] };
    const [without, nearTypes, hint] = await Promise.all([
      this.counts.count('', everything),
      this.advice.listNearTypes(search, wanted.projectIds ?? 'all'),
      this.findHint(search, listed.loneText, everything),
    ]);
    const offers = [...nearTypes, ...(hint ? [hint] : [])];
    return { ...explainEmpty(listing, listed, without), ...toOffers(listing, offers) };
  }

  /** Resolves with the first search that finds an issue and that the asked one may mean. */
  private async findHint(
    search: Search,
    loneText: string | undefined,
    everything: ListRequest['wanted'],
  ): Promise<Search | undefined> {
    const hints = loneText === undefined ? [] : toHints(loneText);
    const corrected = hints.length > 0 ? undefined : await this.correct(search, everything);
    for (const hint of corrected ? [corrected] : hints) {
      const [issue] = await this.issues.list({ ...everything, search: hint, limit: 1 });
      if (issue) return hint;
    }
    return undefined;
  }

  private async correct(
    search: Search,
    everything: ListRequest['wanted'],
  ): Promise<Search | undefined> {
    if (!search.some(({ kind }) => kind === 'text')) return undefined;
    const newest = await this.issues.list({ ...everything, limit: ISSUES_OF_KNOWN_WORDS });
    const heads = newest.map(({ type, value, place }) => [type, value, place].join('\n'));
    return correctWord(search, new Set(heads.flatMap(toSearchWords)));
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
