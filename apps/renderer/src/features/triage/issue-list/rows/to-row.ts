import type { Issue } from '#product/recording/issues';
import { issueLimits, toShownType } from '#shared';
import { toSummary } from '../issue-summary.ts';
import type { IssueListRow } from '../issue-list.dto.ts';
import { toInitials } from '../../../projects/members/index.ts';

/**
 * Issues with at least this trend are marked as rising. A trend of 100 means a steady rate, so 500
 * is about five times the rate of the days before.
 */
const RISING_TREND = 500;

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

export function findChip(
  { state, firstSeenMs, trend }: Pick<Issue, 'state' | 'firstSeenMs' | 'trend'>,
  nowMs: number,
): IssueListRow['chip'] {
  if (state.status !== 'unresolved') return undefined;
  if (state.kind === 'regressed') return 'Regressed';
  if (nowMs - firstSeenMs < issueLimits.newForMs) return 'New';
  return trend >= RISING_TREND ? 'Rising' : undefined;
}

/**
 * Splits a place into the call and the file, with the file's line but without folders. Either may
 * be empty. `total (src/cart/total.ts:42)` becomes `total` and `total.ts:42`.
 */
export function toListedPlace(place: string): { readonly call: string; readonly file: string } {
  const opening = place.endsWith(')') ? place.lastIndexOf(' (') : -1;
  if (opening !== -1) {
    const file = fileOf(place.slice(opening + 2, -1));
    return { call: withoutFile(withoutPath(place.slice(0, opening)), file), file };
  }
  return /:\d+$/.test(place)
    ? { call: '', file: fileOf(place) }
    : { call: withoutPath(place), file: '' };
}

/** Removes the class or module from the call when the file has the same name. */
function withoutFile(call: string, file: string): string {
  const [name = ''] = file.split('.');
  const at = `.${call}`.lastIndexOf(`.${name}.`);
  return name === '' || at === -1 ? call : call.slice(at + name.length + 1);
}

/** Go writes the package's path before the function's name. */
function withoutPath(call: string): string {
  return call.replace(/^(?:[\w.@~-]+\/)+/, '');
}

function fileOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
