import { useState } from 'react';
import type { IssueListRow } from '../../issues.dto.ts';

export interface SteadyRows {
  /** In the order in which the reader knows them, with what is known of each by now. */
  readonly rows: readonly IssueListRow[];
  /** Issues that the list has beside them by now. */
  readonly newer: number;
  /** Rows that have changed since their order was made. */
  readonly changed: number;
  /** The list as it is by now. */
  readonly show: () => void;
}

interface Known {
  readonly latest: readonly IssueListRow[];
  readonly rows: readonly IssueListRow[];
  /** As they were when their order was made. */
  readonly before: readonly IssueListRow[];
}

/** Rows that do not move under the reader: what `isRefreshing` brings changes them where they are. */
export function useSteadyRows(issues: readonly IssueListRow[], isRefreshing: boolean): SteadyRows {
  const [stored, setKnown] = useState<Known>(() => begin(issues));
  const known = stored.latest === issues ? stored : follow(stored, issues, isRefreshing);
  if (known !== stored) setKnown(known);
  const { rows, before } = known;
  const ids = new Set(rows.map(({ id }) => id));
  return {
    rows,
    newer: issues.filter(({ id }) => !ids.has(id)).length,
    changed: rows.filter((row, index) => isChanged(row, before[index])).length,
    show: () => setKnown(begin(issues)),
  };
}

function begin(issues: readonly IssueListRow[]): Known {
  return { latest: issues, rows: issues, before: issues };
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
  // One that is not in the list any more stays as it was.
  return { latest, before, rows: rows.map((row) => byId.get(row.id) ?? row) };
}

function isChanged(row: IssueListRow, before: IssueListRow | undefined): boolean {
  return row.events !== before?.events || row.state?.status !== before.state?.status;
}
