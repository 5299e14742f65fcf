import type { Selectable, Transaction } from 'kysely';
import type { IssueHistoryTable } from '../issues/issue.tables.ts';
import type { Schema } from '../../schema.ts';
import type { UndoOutcome, UndoRefusal, UndoRequest } from './triage.store.ts';
import { writeAssignees } from './assign-issues.ts';
import { readAssignee, readState } from './history-entry.ts';
import { lockIssues } from '../issues/lock-issues.ts';
import type { Triage } from '../issues/lock-issues.ts';
import { writeStates } from '../issues/write-states.ts';

type HistoryRow = Selectable<IssueHistoryTable>;

export async function undoChanges(triage: Triage, request: UndoRequest): Promise<UndoOutcome[]> {
  const { transaction } = triage;
  const { historyIds } = request;
  if (historyIds.length === 0) return [];
  const found = await transaction
    .selectFrom('issue_history')
    .selectAll()
    .where('id', 'in', historyIds)
    .execute();
  const issueIds = [...new Set(found.map(({ issue_id }) => issue_id))];
  const issues = await lockIssues(triage, issueIds);
  // Only now: who held the issues before may have changed them.
  const latest = await findLatest(transaction, issueIds);
  const rows = new Map(
    found.filter(({ issue_id }) => issues.has(issue_id)).map((row) => [row.id, row]),
  );
  const undoable = [...rows.values()].filter((row) => findRefusal(row, latest) === undefined);
  const undoIds = await writeUndoing(triage, undoable, request);
  return historyIds.map((historyId) => {
    const row = rows.get(historyId);
    if (!row) return { historyId, outcome: 'notFound' };
    const undoId = undoIds.get(historyId);
    if (undoId !== undefined) {
      return { historyId, outcome: 'changed', issueId: row.issue_id, undoId };
    }
    return {
      historyId,
      outcome: 'refused',
      code: findRefusal(row, latest) ?? 'issue.changed_since',
    };
  });
}

/** The newest row for each issue and thing that can change, as `issue/what`. */
async function findLatest(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  if (issueIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('issue_history')
    .select(['issue_id', 'what'])
    .select(({ fn }) => fn.max('id').as('id'))
    .where('issue_id', 'in', issueIds)
    .groupBy(['issue_id', 'what'])
    .execute();
  return new Map(rows.map((row) => [nameOf(row), row.id]));
}

function nameOf({ issue_id, what }: Pick<HistoryRow, 'issue_id' | 'what'>): string {
  return `${issue_id}/${what}`;
}

function findRefusal(
  row: HistoryRow,
  latest: ReadonlyMap<string, number>,
): UndoRefusal | undefined {
  if (row.what === 'comment' || row.by_user === null) return 'issue.not_undoable';
  return latest.get(nameOf(row)) === row.id ? undefined : 'issue.changed_since';
}

/** Resolves with the rows that tell of it, by the rows that were taken back. */
async function writeUndoing(
  triage: Triage,
  rows: readonly HistoryRow[],
  { byUserId, nowMs }: UndoRequest,
): Promise<ReadonlyMap<number, number>> {
  const backwards = ({ id, issue_id }: HistoryRow) => ({
    issueId: issue_id,
    atMs: nowMs,
    byUserId,
    undoes: id,
  });
  const states = rows.filter(({ what }) => what === 'state');
  const assignees = rows.filter(({ what }) => what === 'assignee');
  const stateIds = await writeStates(
    triage.transaction,
    states.map((row) => ({
      ...backwards(row),
      from: readState(row.to_value),
      to: readState(row.from_value),
    })),
  );
  const assigneeIds = await writeAssignees(
    triage,
    assignees.map((row) => ({
      ...backwards(row),
      from: readAssignee(row.to_value),
      to: readAssignee(row.from_value),
    })),
  );
  const undone = new Map<number, number>();
  for (const [of, ids] of [
    [states, stateIds],
    [assignees, assigneeIds],
  ] as const) {
    for (const { id, issue_id } of of) {
      const undoId = ids.get(issue_id);
      if (undoId !== undefined) undone.set(id, undoId);
    }
  }
  return undone;
}
