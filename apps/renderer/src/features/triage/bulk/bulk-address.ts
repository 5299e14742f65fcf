import { printSearch, to } from '#shared';
import type { Address, Search } from '#shared';
import { toFilterSearch } from '../../recording/issue-page/index.ts';
import { findLoneSlug, toListQuery, toProjectSearch } from '../../recording/issue-list/index.ts';
import type { Listed, Listing } from '../../recording/issue-list/index.ts';

export function toBulkAddress(listing: Listed): Address {
  return to('/issues/all', {}, { query: toListQuery(listing) });
}

/**
 * Moves the filter and several projects into the search, since the bulk page has no filter. Returns
 * undefined when a time is chosen, because other issues would match a moment later.
 */
export function findBulkAddress(
  { filter = {}, ...listing }: Listing,
  search: Search,
): Address | undefined {
  const { time, ...others } = filter;
  if (time !== undefined) return undefined;
  const { project } = listing;
  const chosen = [...toProjectSearch(project?.slug), ...toFilterSearch(others)];
  if (chosen.length === 0) return toBulkAddress(listing);
  return toBulkAddress({
    ...listing,
    project: findLoneSlug(project?.slug) === undefined ? undefined : project,
    query: printSearch([...chosen, ...search]),
  });
}
