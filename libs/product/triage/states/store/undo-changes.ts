import type { Selectable, Transaction } from 'kysely';
import type { IssueHistoryTable, LockedIssue, Triage } from '#product/recording/issues';
import type { Schema } from '#persistence/stores';
import { endAlerts } from '#product/alerting/alerts';
import { UNKNOWN } from './triage.types.ts';
import type { TriageOutcome, UndoRequest } from './triage.types.ts';
import type { UndoRefusal, UndoStep } from './undo-step.ts';
import { writeAssignees } from './assign-issues.ts';
import { readAssignee } from './history-entry.ts';
import { readState, writeStates, lockIssuesAndMerged } from '#product/recording/issues';
import { undoRegrouping } from './merging/undo-regrouping.ts';

type HistoryRow = Selectable<IssueHistoryTable>;

/** Undoes changes. `steps` come from capabilities that write history rows of their own. */
export async function undoChanges(
  triage: Triage,
  request: UndoRequest,
  steps: readonly UndoStep[] = [],
): Promise<TriageOutcome[]> {
  const { transaction } = triage;
  const { historyIds } = request;
  if (historyIds.length === 0) return [];
  const found = await transaction
    .selectFrom('issue_history')
    .selectAll()
    .where('id', 'in', historyIds)
    .execute();
  // Undoing merges and reprocessing comes first, because it locks projects and keys. Issues must be
  // locked after these.
  const regrouped = new Map<number, TriageOutcome>();
  for (const row of found.filter(({ what }) => what === 'grouping')) {
    regrouped.set(row.id, await undoRegrouping(triage, { row, ...request }));
  }
  for (const row of found) {
    const step = steps.find(({ what }) => what === row.what);
    if (step) regrouped.set(row.id, await step.undo(triage, { row, ...request }));
  }
  const others = await undoOthers(
    triage,
    found.filter(({ id }) => !regrouped.has(id)),
    request,
  );
  return historyIds.map((id) => regrouped.get(id) ?? others.get(id) ?? UNKNOWN);
}

async function undoOthers(
  triage: Triage,
  found: readonly HistoryRow[],
  request: UndoRequest,
): Promise<ReadonlyMap<number, TriageOutcome>> {
  const issueIds = [...new Set(found.map(({ issue_id }) => issue_id))];
  const issues = await lockIssuesAndMerged(triage, issueIds);
  // This read follows the locking, because another process may have changed the issues before it
  // released the locks.
  const latest = await findLatest(triage.transaction, issueIds);
  const there = found.filter(({ issue_id }) => issues.has(issue_id));
  const refusals = new Map(there.map((row) => [row.id, findRefusal(row, { issues, latest })]));
  const undoable = there.filter(({ id }) => refusals.get(id) === undefined);
  const undoIds = await writeUndoing(triage, undoable, request);
  return new Map(
    there.map(({ id, issue_id: issueId }) => {
      const historyId = undoIds.get(id);
      const code = refusals.get(id) ?? 'issue.changed_since';
      return [
        id,
        historyId === undefined
          ? { outcome: 'refused', code }
          : { outcome: 'changed', issueId, historyId },
      ];
    }),
  );
}

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
  {
    issues,
    latest,
  }: { issues: ReadonlyMap<number, LockedIssue>; latest: ReadonlyMap<string, number> },
): UndoRefusal | undefined {
  if (row.what === 'comment' || row.what === 'reprocessing' || row.by_user === null)
    return 'issue.not_undoable';
  const regroupedId = latest.get(nameOf({ ...row, what: 'grouping' })) ?? 0;
  const isPassed =
    latest.get(nameOf(row)) !== row.id ||
    issues.get(row.issue_id)?.merged_into !== null ||
    (regroupedId > row.id && hasBaseline(row));
  return isPassed ? 'issue.changed_since' : undefined;
}

/**
 * Whether an undo would restore a mute with a baseline. When keys have moved meanwhile, that
 * baseline is wrong.
 */
function hasBaseline({ what, from_value }: HistoryRow): boolean {
  return what === 'state' && 'baseline' in readState(from_value);
}

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
  const changes = states.map((row) => ({
    ...backwards(row),
    from: readState(row.to_value),
    to: readState(row.from_value),
  }));
  const stateIds = await writeStates(triage.transaction, changes);
  await endAlerts(triage.transaction, changes);
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
