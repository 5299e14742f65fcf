export { findChosen, findLoneSlug, toProjectFields, toProjectSearch } from './chosen-projects.ts';
export type { ChosenProjects } from './chosen-projects.ts';
export { encodeQuery, PLAIN_QUERY, toListAddress, toListQuery } from './list-address.ts';
export type { Listed, Listing } from './list-address.ts';
export { ListAddressPipe } from './list-address.pipe.ts';
export type { ListAddress } from './list-address.pipe.ts';
export { listSorts } from './list-sorts.ts';
export { toTagAddress, toTagQuery, toUserAddress } from './tag-address.ts';
export {
  hasCountedTerms,
  isOfState,
  printWithStatus,
  readSearch,
  withoutStatus,
} from './listed-search.ts';
export type { ListedSearch, ListedStatus } from './listed-search.ts';
