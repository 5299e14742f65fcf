import type { Selectable } from 'kysely';
import type { IssueHistoryTable } from '#product/recording/issues';
import { readState } from '#product/recording/issues';
import type { IssueState } from '#shared';
import { readRegrouping } from './merging/regrouping.ts';
import { readReprocessed } from './reprocessed.ts';
import type { GroupingEntry, HistoryEntry, IssueComment } from './triage.types.ts';

export interface HistoryEntryRow extends Selectable<IssueHistoryTable> {
  readonly number: number;
  readonly body: string | null;
  readonly edited_at: number | null;
  readonly deleted_at: number | null;
}

/**
 * Converts a history row for the page of the issue `issueId`. The row may belong to an issue that
 * was merged into that issue.
 */
export function toHistoryEntry(row: HistoryEntryRow, issueId: number): HistoryEntry {
  const entry = {
    id: row.id,
    of: row.issue_id === issueId ? undefined : { id: row.issue_id, number: row.number },
    atMs: row.at,
    byUserId: row.by_user ?? undefined,
    undoes: row.undoes ?? undefined,
  };
  if (row.what === 'comment') return { ...entry, what: 'comment', comment: toComment(row) };
  if (row.what === 'state') {
    return {
      ...entry,
      what: 'state',
      from: readShownState(row.from_value),
      to: readShownState(row.to_value),
    };
  }
  if (row.what === 'grouping') return { ...entry, what: 'grouping', ...toGrouping(row) };
  if (row.what === 'reprocessing') {
    return { ...entry, what: 'reprocessing', reprocessed: readReprocessed(row.to_value) };
  }
  const [from, to] = [readAssignee(row.from_value), readAssignee(row.to_value)];
  return {
    ...entry,
    what: 'assignee',
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

function readShownState(value: string | null): IssueState {
  const state = readState(value);
  return 'bounds' in state ? { ...state, bounds: undefined } : state;
}

function toGrouping({ to_value }: HistoryEntryRow): Pick<GroupingEntry, 'kind' | 'others'> {
  const regrouping = readRegrouping(to_value);
  const others = 'others' in regrouping ? regrouping.others : [regrouping.other];
  return { kind: regrouping.kind, others: others.map(({ id, number }) => ({ id, number })) };
}

function toComment(row: HistoryEntryRow): IssueComment {
  return {
    id: row.comment_id ?? NaN,
    body: row.body ?? '',
    editedAtMs: row.edited_at ?? undefined,
    deletedAtMs: row.deleted_at ?? undefined,
  };
}

export function readAssignee(value: string | null): number | null {
  return value === null ? null : Number(value);
}
