import type { IssueSort } from '#product/recording/issues';

/** As people choose them; an empty value goes without saying. */
export const listSorts = [
  ['', 'Last seen'],
  ['firstSeen', 'First seen'],
  ['events', 'Events'],
  ['users', 'Users'],
  ['trend', 'Rising'],
] as const satisfies readonly (readonly [IssueSort | '', string])[];
