import { inTransaction } from '#persistence/stores';
import { includesProject, listProjectsWith } from '#product/projects/members';
import type { ProjectIds } from '#product/projects/members';
import { raiseProjects } from '#product/recording/changes';
import type { Triage } from '#product/recording/issues';
import { readAssignee, undoChanges } from '#product/triage/states';
import type { BulkStep } from './change-some.ts';
import { holdBulk } from './hold-bulk.ts';

const UNDONE_PER_STEP = 100;

export async function undoSome({ database, row, nowMs }: BulkStep): Promise<void> {
  const { dialect } = database;
  await inTransaction(database, async (transaction) => {
    const triage = { transaction, dialect };
    const held = await holdBulk(triage, row.id);
    if (held?.state !== 'undoing') return;
    const rows = await transaction
      .selectFrom('bulk_change_rows')
      .select('history_id')
      .where('bulk_id', '=', row.id)
      .orderBy('history_id')
      .limit(UNDONE_PER_STEP)
      .execute();
    const historyIds = rows.map(({ history_id }) => history_id);
    const { undone, projectIds } = await undoAllowed(triage, {
      historyIds,
      byUserId: row.asked_by,
      nowMs,
    });
    if (historyIds.length > 0) {
      await transaction
        .deleteFrom('bulk_change_rows')
        .where('bulk_id', '=', row.id)
        .where('history_id', 'in', historyIds)
        .execute();
    }
    await transaction
      .updateTable('bulk_changes')
      .set({
        undone: held.undone + undone,
        not_undone: held.not_undone + historyIds.length - undone,
        state: historyIds.length < UNDONE_PER_STEP ? ('undone' as const) : undefined,
      })
      .where('id', '=', row.id)
      .execute();
    await raiseProjects(transaction, projectIds);
  });
}

/**
 * Undoes those changes that the person may still undo. Returns their number, and the projects of
 * all given changes.
 */
async function undoAllowed(
  triage: Triage,
  request: {
    readonly historyIds: readonly number[];
    readonly byUserId: number;
    readonly nowMs: number;
  },
): Promise<{ readonly undone: number; readonly projectIds: readonly number[] }> {
  if (request.historyIds.length === 0) return { undone: 0, projectIds: [] };
  const { transaction } = triage;
  const rows = await transaction
    .selectFrom('issue_history')
    .innerJoin('issues', 'issues.id', 'issue_history.issue_id')
    .select(['issue_history.id', 'issues.project_id', 'what', 'from_value'])
    .where('issue_history.id', 'in', request.historyIds)
    .execute();
  const known = new Map<number, ProjectIds>();
  const may = async (userId: number, projectId: number): Promise<boolean> => {
    const projects =
      known.get(userId) ?? (await listProjectsWith(transaction, userId, 'issues.triage'));
    known.set(userId, projects);
    return includesProject(projects, projectId);
  };
  const historyIds: number[] = [];
  for (const { id, project_id: projectId, what, from_value } of rows) {
    const backTo = what === 'assignee' ? readAssignee(from_value) : null;
    const isAllowed =
      (await may(request.byUserId, projectId)) &&
      (backTo === null || (await may(backTo, projectId)));
    if (isAllowed) historyIds.push(id);
  }
  const outcomes = await undoChanges(triage, { ...request, historyIds });
  const undone = outcomes.filter(({ outcome }) => outcome === 'changed').length;
  return { undone, projectIds: rows.map(({ project_id }) => project_id) };
}
