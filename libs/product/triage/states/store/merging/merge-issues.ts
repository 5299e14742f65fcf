import { issueLimits } from '#shared';
import { endAlerts } from '#product/alerting/alerts';
import type { LockedIssue, Triage } from '#product/recording/issues';
import { lockProject } from '#product/recording/record';
import { lockGrouping } from './lock-grouping.ts';
import type { LockedKey } from './lock-grouping.ts';
import { refuse } from '../triage.types.ts';
import type { MergeResult, MergeRequest } from './merge.types.ts';
import { listMerged, setMerged, takeKeys } from './move-keys.ts';
import { writeRegrouping } from './regrouping.ts';
import type { Moved } from './regrouping.ts';
import { settleIssues } from './settle-issues.ts';

export async function mergeIssues(triage: Triage, request: MergeRequest): Promise<MergeResult> {
  const { transaction } = triage;
  const issueIds = [...new Set(request.issueIds)];
  if (issueIds.length < 2) return refuse('issue.merge_one');
  const projects = await listProjects(triage, issueIds);
  if (projects.length < issueIds.length) return refuse('issue.unknown');
  const [projectId, ...others] = new Set(projects);
  if (others.length > 0) return refuse('issue.merge_projects');
  await lockProject(transaction, projectId!);
  const { issues, keys } = await lockGrouping(triage, issueIds);
  const found = [...issues.values()];
  if (found.length < issueIds.length) return refuse('issue.unknown');
  if (found.some(({ merged_into }) => merged_into !== null)) return refuse('issue.regrouped');
  const merged = await listMerged(transaction, issueIds);
  if (Math.max(keys.length, merged.length + found.length) > issueLimits.groupsPerIssue) {
    return refuse('issue.too_many_groups');
  }
  const into = issues.get(request.intoId ?? findEarliest(found));
  if (!into) throw new RangeError(`Issue ${request.intoId} is none of those to be merged.`);
  const sources = found
    .filter(({ id }) => id !== into.id)
    .map((issue) => toMoved(issue, keys, merged));
  return { outcome: 'changed', ...(await apply(triage, { into, sources, issues, request })) };
}

async function listProjects(
  { transaction }: Triage,
  issueIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await transaction
    .selectFrom('issues')
    .select('project_id')
    .where('id', 'in', issueIds)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/**
 * Finds the issue that was first seen earliest, because people have known its short id for the
 * longest time.
 */
function findEarliest(issues: readonly LockedIssue[]): number {
  const [first] = issues.toSorted((a, b) => a.first_seen_at - b.first_seen_at || a.id - b.id);
  return first!.id;
}

function toMoved(
  { id, number }: LockedIssue,
  keys: readonly LockedKey[],
  merged: readonly { readonly id: number; readonly merged_into: number | null }[],
): Moved {
  return {
    id,
    number,
    keyIds: keys.filter(({ issue_id }) => issue_id === id).map((key) => key.id),
    mergedIds: merged.filter(({ merged_into }) => merged_into === id).map((issue) => issue.id),
  };
}

interface Merge {
  readonly into: LockedIssue;
  readonly sources: readonly Moved[];
  readonly issues: ReadonlyMap<number, LockedIssue>;
  readonly request: MergeRequest;
}

async function apply(triage: Triage, { into, sources, issues, request }: Merge) {
  const { byUserId, nowMs } = request;
  const { id, number } = into;
  await takeKeys(triage.transaction, { keyIds: sources.flatMap(({ keyIds }) => keyIds), to: id });
  const mergedIds = sources.flatMap((source) => [source.id, ...(source.mergedIds ?? [])]);
  const end = { how: 'merged', atMs: nowMs, byUserId } as const;
  const ends = sources.map((source) => ({ ...end, issueId: source.id }));
  await endAlerts(triage.transaction, ends);
  await setMerged(triage.transaction, mergedIds, id);
  const moves = sources.map((source) => ({ from: source.id, to: id, keyIds: source.keyIds }));
  const stateIds = await settleIssues(triage, [id], { before: issues, moves, nowMs });
  const stateId = stateIds.get(id);
  const historyId = await writeRegrouping(triage, into, {
    regrouping: {
      kind: 'merge',
      others: sources,
      stateId,
    },
    byUserId,
    nowMs,
  });
  return { historyId, into: { id, number } };
}
