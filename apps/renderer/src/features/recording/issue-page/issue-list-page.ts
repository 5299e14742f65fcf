import { PagePlaces, Part, PartOfEach } from '../../../rendering/index.ts';
import type { PartOptions } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { EventFilter } from './event-filter.ts';

export interface IssueListContext {
  /** The listed issues, in their order. `project` is the slug. */
  readonly issues: readonly { readonly id: number; readonly project: string }[];
  readonly filter: EventFilter;
  readonly access: Access;
  readonly nowMs: number;
}

/** Places of the issue list: above all, in the bar, in the filter, and at each row. */
const places = ['top', 'bar', 'filter', 'row'] as const;

type IssueListPlace = (typeof places)[number];

export const issueListPage = new PagePlaces<IssueListContext, IssueListPlace>('issue-list', places);

type IssueListPartOptions = PartOptions<IssueListContext, IssueListPlace>;

/** Makes a class a part of the issue list, as `IssuePart` does for the issue's page. */
export function IssueListPart<Module extends { Part: (props: never) => unknown }>(
  view: string,
  options: IssueListPartOptions,
) {
  return Part<Module, IssueListContext>(issueListPage, view, options);
}

/** Makes a class a part at each row; `load` gives its props by the id of the issue. */
export function IssueListPartOfEach<Module extends { Part: (props: never) => unknown }>(
  view: string,
  options: IssueListPartOptions,
) {
  return PartOfEach<Module, IssueListContext>(issueListPage, view, options);
}
