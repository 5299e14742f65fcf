import { notifyAssignee } from '#product/alerting/alerts';
import { addComment } from './comments.ts';
import { UNKNOWN } from './triage.types.ts';
import type { AssignRequest, TriageOutcome } from './triage.types.ts';
import { lockIssues, writeHistory } from '#product/recording/issues';
import type { Triage } from '#product/recording/issues';

export interface AssigneeChange {
  readonly issueId: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly atMs: number;
  readonly byUserId: number;
  readonly undoes?: number;
}

export async function assignIssues(
  triage: Triage,
  { issueIds, assigneeId, comment, byUserId, nowMs }: AssignRequest,
): Promise<TriageOutcome[]> {
  const to = assigneeId ?? null;
  const issues = await lockIssues(triage, issueIds);
  const changes = [...issues.values()]
    .filter(({ assignee_id }) => assignee_id !== to)
    .map(({ id, assignee_id }) => ({
      issueId: id,
      from: assignee_id,
      to,
      atMs: nowMs,
      byUserId,
    }));
  const historyIds = await writeAssignees(triage, changes);
  const told = changes.map(({ issueId }) => issueId);
  await notifyAssignee(triage.transaction, told, { assigneeId: to, byUserId, nowMs });
  if (comment !== undefined) {
    for (const issueId of issues.keys()) {
      await addComment(triage, { issueId, body: comment, byUserId, nowMs });
    }
  }
  return issueIds.map((issueId) => {
    if (!issues.has(issueId)) return UNKNOWN;
    const historyId = historyIds.get(issueId);
    return historyId === undefined
      ? { outcome: 'unchanged' }
      : { outcome: 'changed', issueId, historyId };
  });
}

/**
 * Assigns issues and writes their history. Each issue may occur in one change only. Returns the ids
 * of the history rows by issue.
 */
export async function writeAssignees(
  { transaction }: Triage,
  changes: readonly AssigneeChange[],
): Promise<ReadonlyMap<number, number>> {
  for (const assigneeId of new Set(changes.map(({ to }) => to))) {
    const issueIds = changes.filter(({ to }) => to === assigneeId).map(({ issueId }) => issueId);
    await transaction
      .updateTable('issues')
      .set({ assignee_id: assigneeId })
      .where('id', 'in', issueIds)
      .execute();
  }
  return writeHistory(
    transaction,
    changes.map(({ issueId, from, to, atMs, byUserId, undoes }) => ({
      issue_id: issueId,
      at: atMs,
      by_user: byUserId,
      what: 'assignee',
      from_value: from === null ? null : JSON.stringify(from),
      to_value: to === null ? null : JSON.stringify(to),
      undoes: undoes ?? null,
    })),
  );
}
