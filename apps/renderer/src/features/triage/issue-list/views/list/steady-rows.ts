import { useState } from 'react';
import type { IssueListRow } from '../../issue-list.dto.ts';

export const listHeadingId = 'issues';

export interface SteadyRows {
  /** Rows with current values, in the order that the reader has seen. */
  readonly rows: readonly IssueListRow[];
  readonly newer: number;
  /** Ids of rows that left the list, since somebody resolved, deleted or merged their issues. */
  readonly gone: ReadonlySet<number>;
  readonly changed: number;
  readonly show: () => void;
}

interface Known {
  readonly latest: readonly IssueListRow[];
  readonly rows: readonly IssueListRow[];
  readonly before: readonly IssueListRow[];
  readonly gone: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Keeps the order of the rows while `isRefreshing`. A refresh changes the values of rows, not their
 * places.
 */
export function useSteadyRows(issues: readonly IssueListRow[], isRefreshing: boolean): SteadyRows {
  const [stored, setKnown] = useState<Known>(() => begin(issues));
  const known = stored.latest === issues ? stored : follow(stored, issues, isRefreshing);
  if (known !== stored) setKnown(known);
  const { rows, before, gone } = known;
  return {
    rows,
    newer: countNewer(issues, rows, gone.size),
    gone,
    changed: rows.filter((row, index) => isChanged(row, before[index])).length,
    show: () => setKnown(begin(issues)),
  };
}

function begin(issues: readonly IssueListRow[]): Known {
  return { latest: issues, rows: issues, before: issues, gone: NONE };
}

function follow(
  { rows, before }: Known,
  latest: readonly IssueListRow[],
  isRefreshing: boolean,
): Known {
  const byId = new Map(latest.map((row) => [row.id, row]));
  const isInOrder =
    rows.length === latest.length && rows.every(({ id }, index) => id === latest[index]?.id);
  if (!isRefreshing || isInOrder || rows.length === 0) return begin(latest);
  return {
    latest,
    before,
    rows: rows.map((row) => byId.get(row.id) ?? row),
    gone: new Set(rows.map(({ id }) => id).filter((id) => !byId.has(id))),
  };
}

/**
 * Counts new issues. When rows are gone, the same number of rows at the end does not count, because
 * these rows moved up from the next page.
 */
function countNewer(
  issues: readonly IssueListRow[],
  rows: readonly IssueListRow[],
  gone: number,
): number {
  const ids = new Set(rows.map(({ id }) => id));
  const fromNext = issues.length - 1 - issues.findLastIndex(({ id }) => ids.has(id));
  return issues.filter(({ id }) => !ids.has(id)).length - Math.min(gone, fromNext);
}

function isChanged(row: IssueListRow, before: IssueListRow | undefined): boolean {
  return row.events !== before?.events || row.state?.status !== before.state?.status;
}
