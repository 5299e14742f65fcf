import type { CountSpan } from '#product/recording/counts';
import type { WantedIssues } from '#product/recording/issues';
import type { Project } from '#product/projects/projects';
import type { Search } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { toFilterSearch } from '../../recording/issue-page/index.ts';
import type { EventFilter } from '../../recording/issue-page/index.ts';
import { toSpan } from '../../recording/issue-page/index.ts';
import { findChosen, readSearch } from '../../recording/issue-list/index.ts';
import type { ListAddress, ListedSearch, Listing } from '../../recording/issue-list/index.ts';

export type ProjectIds = 'all' | readonly number[];

export interface ListRequest {
  readonly access: Access;
  readonly address: ListAddress;
  readonly listing: Listing;
  readonly listed: ListedSearch;
  readonly within: (ids: ProjectIds) => ProjectIds;
  readonly wanted: WantedIssues & { readonly nowMs: number; readonly search: Search };
}

/**
 * `projects` are those that the person can see. Returns undefined when the address names any other
 * project.
 */
export function resolveListRequest(
  address: ListAddress,
  {
    access,
    projects,
    nowMs,
  }: {
    readonly access: Access;
    readonly projects: readonly Project[];
    readonly nowMs: number;
  },
): ListRequest | undefined {
  const readable = access.listProjects('issues.read');
  const { query, sort, filter } = address;
  const project = findChosen(projects, address.project);
  if (address.project !== undefined && !project) return undefined;
  const listing = { query, sort, project, filter };
  const listed = readSearch(query, access.user !== undefined);
  const within = (ids: ProjectIds): ProjectIds =>
    project ? project.ids.filter((id) => ids === 'all' || ids.includes(id)) : ids;
  const wanted = {
    nowMs,
    ...toWantedEvents(filter, listed, nowMs),
    ...(access.user ? { selfId: access.user.id } : {}),
    ...toFilter(within(readable)),
  };
  return { access, address, listing, listed, within, wanted };
}

function toWantedEvents(
  filter: EventFilter,
  { search = [] }: ListedSearch,
  nowMs: number,
): { search: Search; span?: CountSpan } {
  const span = toSpan(filter, nowMs);
  return { search: [...toFilterSearch(filter), ...search], ...(span ? { span } : {}) };
}

function toFilter(projects: ProjectIds): { projectIds?: readonly number[] } {
  return projects === 'all' ? {} : { projectIds: projects };
}
