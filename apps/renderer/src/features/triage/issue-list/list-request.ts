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
 * `projects` are those that the person can see. When the address names any other project, the list
 * is as empty as for a search with a mistake.
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
): ListRequest {
  const readable = access.listProjects('issues.read');
  const { query, sort, filter } = address;
  const found = findChosen(projects, address.project);
  const project = found.ok ? found.chosen : undefined;
  const listing = { query, sort, project, filter };
  const read = readSearch(query, access.user !== undefined);
  const listed = found.ok ? read : { ...read, fault: found.fault };
  const within = (ids: ProjectIds): ProjectIds =>
    found.ok && !project
      ? ids
      : (project?.ids ?? []).filter((id) => ids === 'all' || ids.includes(id));
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
  return { search: [...toFilterSearch(filter), ...search], span };
}

function toFilter(projects: ProjectIds): { projectIds?: readonly number[] } {
  return projects === 'all' ? {} : { projectIds: projects };
}
