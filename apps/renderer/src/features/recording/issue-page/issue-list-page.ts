import { PagePlaces } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { EventFilter } from './event-filter.ts';

export interface IssueListContext {
  /** The listed issues, in their order. `project` is the slug. */
  readonly issues: readonly { readonly id: number; readonly project: string }[];
  readonly filter: EventFilter;
  readonly access: Access;
  readonly nowMs: number;
}

/**
 * Places of the issue list: above all, in the bar, in the filter, and at each row, where
 * `PartOfEach` gives props by the id of the issue.
 */
const places = ['top', 'bar', 'filter', 'row'] as const;

type IssueListPlace = (typeof places)[number];

export const issueListPage = new PagePlaces<IssueListContext, IssueListPlace>('issue-list', places);
