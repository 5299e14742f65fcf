import type { Issue } from '#product/recording/issues';
import { toShownType } from '#shared';
import { toSummary } from '../issue-summary.ts';
import type { IssueListRow } from '../issue-list.dto.ts';
import { toListedPlace } from './listed-place.ts';
import { findChip } from './find-chip.ts';
import { toInitials } from '../../../projects/members/index.ts';

export function toRow(
  issue: Issue,
  {
    bars,
    users,
    names,
    nowMs,
  }: {
    readonly nowMs: number;
    readonly bars: readonly number[];
    /** A lower bound. Undefined when all events of the issue match. */
    readonly users: number | undefined;
    readonly names: ReadonlyMap<number, string>;
  },
): IssueListRow {
  const { state, assigneeId } = issue;
  const isPart = users !== undefined && users < issue.users;
  const counted = isPart ? ({ users, areUsersAtLeast: true } as const) : {};
  const { place, type, ...summary } = toSummary(issue);
  const name = assigneeId === undefined ? undefined : names.get(assigneeId);
  const chip = findChip(issue, nowMs);
  return {
    ...summary,
    ...counted,
    type: toShownType(type),
    ...toListedPlace(place),
    bars,
    ...(chip && { chip }),
    ...(state.status === 'unresolved' ? {} : { state }),
    ...(name === undefined ? {} : { assignee: { name, initials: toInitials(name) } }),
  };
}
