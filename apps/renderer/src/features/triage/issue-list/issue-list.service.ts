import type { NamedAddress } from '#shared';
import { Injectable } from '@nestjs/common';
import { Clock } from '#shared';
import { PageParts } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { allProjectsTag, toProjectTag } from '../../recording/changes/index.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { issueListPage, printFilter } from '../../recording/issue-page/index.ts';
import type { IssueListProps } from './issue-list.dto.ts';
import type { TriageOffer } from '../states/index.ts';
import { resolveListRequest } from './list-request.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import type { ListRequest } from './list-request.ts';
import { EmptyList } from './empty/empty-list.ts';
import { IssueFinder } from './rows/issue-finder.ts';
import { toRowQuery } from './list-filter.ts';
import { ListOffers } from './list-offers.ts';
import { IssueCounts } from './issue-counts.ts';
import type { StatusCounts } from './issue-counts.ts';
import { withoutStatus } from '../../recording/issue-list/index.ts';
import { findBulkAddress } from '../bulk/index.ts';
import { toTabs } from './listing.ts';

@Injectable()
export class IssueListService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly finder: IssueFinder,
    private readonly offers: ListOffers,
    private readonly empty: EmptyList,
    private readonly counts: IssueCounts,
    private readonly parts: PageParts,
    private readonly clock: Clock,
  ) {}

  async list(access: Access, address: ListAddress): Promise<IssueListProps> {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const nowMs = this.clock.nowMs();
    const asked = resolveListRequest(address, { access, projects, nowMs });
    const finding = this.finder.find(asked);
    const [{ pages, ...found }, parts, offered, counts] = await Promise.all([
      finding,
      finding.then(({ issues }) =>
        this.parts.load(issueListPage, { access, issues, filter: address.filter, nowMs }),
      ),
      this.offers.find(asked, projects),
      this.count(asked),
    ]);
    const emptiness = found.issues.length === 0 ? await this.empty.explain(asked) : {};
    return {
      ...describe(asked, counts),
      ...offered,
      ...found,
      ...toPages(pages, asked, offered.triage),
      ...emptiness,
      parts,
    };
  }

  private async count({ listing, listed, wanted }: ListRequest): Promise<StatusCounts | undefined> {
    return listed.search && this.counts.countByStatus(printFilter(listing.filter ?? {}), wanted);
  }
}

function describe(
  { listing, listed, wanted }: ListRequest,
  counts: StatusCounts | undefined,
): Pick<
  IssueListProps,
  'nowMs' | 'tags' | 'status' | 'tabs' | 'query' | 'fault' | 'rowQuery' | 'project'
> {
  const { project, query } = listing;
  return {
    nowMs: wanted.nowMs,
    tags: wanted.projectIds?.map(toProjectTag) ?? [allProjectsTag],
    status: listed.status ?? 'all',
    tabs: toTabs(listing, listed, counts),
    query: withoutStatus(query, listed),
    fault: listed.fault,
    rowQuery: toRowQuery(listing),
    project: project ? { slug: project.slug, name: project.name } : undefined,
  };
}

/**
 * Adds the link "Change all that match" when the list has several pages. Checkboxes select only
 * issues of one page.
 */
function toPages(
  pages: readonly NamedAddress[],
  { listing, listed: { search } }: ListRequest,
  triage: TriageOffer | undefined,
): Pick<IssueListProps, 'pages'> {
  if (pages.length === 0) return {};
  const href = triage && search && findBulkAddress(listing, search);
  return {
    pages: href === undefined ? pages : [...pages, { name: 'Change all that match', href }],
  };
}
