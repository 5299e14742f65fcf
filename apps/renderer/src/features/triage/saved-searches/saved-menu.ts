import type { SavedSearch } from '#product/triage/saved-searches';
import { printSearch, to } from '#shared';
import type { Address, NamedAddress, Search } from '#shared';
import { toFilterSearch } from '../../recording/issue-page/index.ts';
import {
  findLoneSlug,
  toListAddress,
  toListQuery,
  toProjectSearch,
} from '../../recording/issue-list/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';

/** Returns the address at which the search opens. */
export function toSavedAddress({ query, sort, project }: SavedSearch): Address {
  return toListAddress({ query, sort, project });
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
  const own = toListQuery({ query: whole, sort, project: slug });
  return [
    ...searches.map((search) => ({ name: toMenuName(search), href: toSavedAddress(search) })),
    { name: 'Save this search', href: to('/issues/searches', {}, { query: own }) },
    ...(searches.length > 0 ? [{ name: 'Rename or remove', href: to('/issues/searches') }] : []),
  ];
}

/**
 * Returns the search that opens at an address without parameters. The person's own default comes
 * first, then the default of the only project that the person can see.
 */
export function findOpened(
  searches: readonly SavedSearch[],
  onlyProjectId: number | undefined,
): Address | undefined {
  const defaults = searches.filter(({ isDefault }) => isDefault);
  const opened =
    defaults.find(({ userId }) => userId !== null) ??
    defaults.find(({ projectId }) => projectId !== null && projectId === onlyProjectId);
  return opened && toSavedAddress(opened);
}

/** Does not parse the query, which may have a fault. The person corrects the fault when saving. */
function withTerms(terms: Search, query: string): string {
  return [printSearch(terms), query].filter((part) => part !== '').join(' ');
}

function toMenuName({ name, userId, project, isDefault }: SavedSearch): string {
  const whose = userId === null && project ? `${name} (of ${project.name})` : name;
  return isDefault ? `${whose}, opens first` : whose;
}
