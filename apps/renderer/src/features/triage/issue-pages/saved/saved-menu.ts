import type { SavedSearch } from '#product/triage/saved-searches';
import { printSearch, to } from '#shared';
import type { Address, Search } from '#shared';
import { toFilterSearch } from '../filtering/event-filter.ts';
import type { NamedAddress } from '../issues.dto.ts';
import { findLoneSlug, toProjectSearch } from '../list/chosen-projects.ts';
import type { ListAddress } from '../list/list-address.pipe.ts';
import { toListAddress, toListQuery, UNFILTERED } from '../list/listing.ts';

/**
 * The list that a search opens, within `within` unless it is narrowed to one itself. Of all projects the address says that
 * nothing is filtered: a filter that is remembered would find something else than what was saved.
 */
export function toSavedAddress(
  { query, sort, project }: Pick<SavedSearch, 'query' | 'sort' | 'project'>,
  within?: { readonly slug: string },
): Address {
  const place = project ?? within;
  const filter = place ? {} : UNFILTERED;
  return toListAddress({ query, sort, project: place, filter, isExplicit: true });
}

/**
 * What the menu beside the field of search has, in the list that the visitor is at. Its release, its environment and several projects are saved as
 * terms of the query; its time is not, since no search can say it.
 */
export function toMenu(
  searches: readonly SavedSearch[],
  { query, sort, project, filter }: ListAddress,
): NamedAddress[] {
  const lone = findLoneSlug(project);
  const chosen = [...toProjectSearch(project), ...toFilterSearch(filter)];
  const whole = withTerms(chosen, query);
  const slug = lone === undefined ? undefined : { slug: lone };
  const own = toListQuery({ query: whole, sort, project: slug, isExplicit: true });
  return [
    ...searches.map((search) => ({ name: toMenuName(search), href: toSavedAddress(search) })),
    { name: 'Save this search', href: to('/issues/searches', {}, { query: own }) },
    ...(searches.length > 0 ? [{ name: 'Rename or remove', href: to('/issues/searches') }] : []),
  ];
}

/**
 * The search that a list opens with that nothing was asked of: one's own, else that of its project, and else that of the only
 * project that one sees (`onlyProjectId`).
 */
export function findOpened(
  searches: readonly SavedSearch[],
  { project, isBare }: Pick<ListAddress, 'project' | 'isBare'>,
  onlyProjectId: number | undefined,
): Address | undefined {
  if (!isBare) return undefined;
  const defaults = searches.filter(({ isDefault }) => isDefault);
  const isOf = (search: SavedSearch): boolean => search.project?.slug === project;
  const own = defaults.find(({ userId }) => userId !== undefined);
  if (own && (project === undefined || !own.project || isOf(own))) {
    return toSavedAddress(own, project === undefined ? undefined : { slug: project });
  }
  const shared = defaults.find(
    (search) =>
      search.userId === undefined &&
      (project === undefined ? search.projectId === onlyProjectId : isOf(search)),
  );
  return shared && toSavedAddress(shared);
}

/** Terms first: the query is as it was typed, and may have a fault, which is mended where it is saved. */
function withTerms(terms: Search, query: string): string {
  return [printSearch(terms), query].filter((part) => part !== '').join(' ');
}

function toMenuName({ name, userId, project, isDefault }: SavedSearch): string {
  const whose = userId === undefined && project ? `${name} (of ${project.name})` : name;
  return isDefault ? `${whose}, opens first` : whose;
}
