export { findChosen, findLoneSlug, offerProjects, toProjectSearch } from './chosen-projects.ts';
export type { ChosenProjects } from './chosen-projects.ts';
export {
  encodeQuery,
  PLAIN_QUERY,
  toListAddress,
  toListQuery,
  toUnfilteredAddress,
} from './list-address.ts';
export type { Listed, Listing } from './list-address.ts';
export { ListAddressPipe } from './list-address.pipe.ts';
export type { ListAddress } from './list-address.pipe.ts';
export { listSorts } from './list-sorts.ts';
export { toTagAddress, toUserAddress } from './tag-address.ts';
export { hasCountedTerms, printWithStatus, readSearch, withoutStatus } from './listed-search.ts';
export type { ListedSearch, ListedStatus } from './listed-search.ts';
