import type { IssueSort } from '#product/recording/issues';

/** The empty value stands for the default order, which addresses leave out. */
export const listSorts = [
  ['', 'Last seen'],
  ['firstSeen', 'First seen'],
  ['events', 'Events'],
  ['users', 'Users'],
  ['trend', 'Rising'],
] as const satisfies readonly (readonly [IssueSort | '', string])[];
