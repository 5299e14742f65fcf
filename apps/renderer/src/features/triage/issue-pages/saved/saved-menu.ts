import type { SavedSearch } from '#product/triage/saved-searches';
import { printSearch, to } from '#shared';
import type { Address, Search } from '#shared';
import { toFilterSearch } from '../filtering/event-filter.ts';
import type { NamedAddress } from '../issues.dto.ts';
import { findLoneSlug, toProjectSearch } from '../list/chosen-projects.ts';
import type { ListAddress } from '../list/list-address.pipe.ts';
import { toListAddress, toListQuery, UNFILTERED } from '../list/listing.ts';

/**
 * Returns the address at which the search opens. A search without a project opens in the project
 * `within`. The address of a search in all projects contains `time=all`, so that a remembered
 * filter does not narrow the search.
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
 * Builds the menu beside the search field. "Save this search" writes the release, the environment
 * and several projects into the query, but not the time, which no search can express.
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
 * Returns the search that opens at an address without a query. The person's own default comes
 * first. Next comes the default of the address's project, or of the only project that the person
 * can see.
 */
export function findOpened(
  searches: readonly SavedSearch[],
  { project, hasOnlyProject }: Pick<ListAddress, 'project' | 'hasOnlyProject'>,
  onlyProjectId: number | undefined,
): Address | undefined {
  if (!hasOnlyProject) return undefined;
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

/** Does not parse the query, which may have a fault. The person corrects the fault when saving. */
function withTerms(terms: Search, query: string): string {
  return [printSearch(terms), query].filter((part) => part !== '').join(' ');
}

function toMenuName({ name, userId, project, isDefault }: SavedSearch): string {
  const whose = userId === undefined && project ? `${name} (of ${project.name})` : name;
  return isDefault ? `${whose}, opens first` : whose;
}
