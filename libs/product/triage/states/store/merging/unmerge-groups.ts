import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { LockedIssue, Triage } from '#product/recording/issues';
import { advanceIssueNumber, lockProject } from '#product/recording/record';
import { refuse } from '../triage.types.ts';
import { listOriginIssues } from './homes.ts';
import { lockGrouping } from './lock-grouping.ts';
import type { LockedKey } from './lock-grouping.ts';
import type { NumberedIssue, UnmergeResult, UnmergeRequest } from './merge.types.ts';
import { setMerged } from './move-keys.ts';
import { writeRegrouping } from './regrouping.ts';
import type { Moved } from './regrouping.ts';
import { settleIssues } from './settle-issues.ts';

export async function unmergeGroups(
  triage: Triage,
  request: UnmergeRequest,
): Promise<UnmergeResult> {
  const { transaction } = triage;
  const { issueId, byUserId, nowMs } = request;
  const projectId = await findProject(transaction, issueId);
  if (projectId === undefined) return refuse('issue.unknown');
  await lockProject(transaction, projectId);
  const homes = await listOriginIssues(transaction, issueId);
  const { issues, keys } = await lockGrouping(triage, [issueId, ...homes.keys()]);
  const issue = issues.get(issueId);
  if (!issue) return refuse('issue.unknown');
  const own = keys.filter((key) => key.issue_id === issueId);
  const chosen = own.filter(({ id }) => request.groupIds.includes(id));
  if (issue.merged_into !== null || chosen.length < new Set(request.groupIds).size) {
    return refuse('issue.regrouped');
  }
  if (chosen.length === 0 || chosen.length === own.length) return refuse('issue.unmerge_some');
  const others = await moveToOrigins(triage, issue, { chosen, homes });
  const moves = others.map(({ id, keyIds }) => ({ from: issueId, to: id, keyIds }));
  const settled = [issueId, ...others.map(({ id }) => id)];
  await settleIssues(triage, settled, { before: issues, moves, nowMs });
  const regrouping = { kind: 'unmerge', others } as const;
  const historyId = await writeRegrouping(triage, issue, { regrouping, byUserId, nowMs });
  return {
    outcome: 'changed',
    historyId,
    issues: others.map(({ id, number }) => ({ id, number })),
  };
}

async function findProject(
  transaction: Transaction<Schema>,
  issueId: number,
): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('issues')
    .select('project_id')
    .where('id', '=', issueId)
    .executeTakeFirst();
  return row?.project_id;
}

interface Leaving {
  readonly chosen: readonly LockedKey[];
  readonly homes: ReadonlyMap<number, NumberedIssue>;
}

/**
 * Moves each key to the issue that it came from. Moves all keys without such an issue to one new
 * issue. Returns the issues that got keys.
 */
async function moveToOrigins(
  { transaction }: Triage,
  { project_id: projectId }: LockedIssue,
  { chosen, homes }: Leaving,
): Promise<Moved[]> {
  const toHome = ({ merged_from }: LockedKey) => homes.get(merged_from ?? 0);
  const others: Moved[] = [];
  for (const home of new Set(chosen.map(toHome))) {
    const keyIds = chosen.filter((key) => toHome(key) === home).map(({ id }) => id);
    const other = home ?? (await makeIssue(transaction, projectId, keyIds[0]!));
    await transaction
      .updateTable('grouping_keys')
      .set({ issue_id: other.id, merged_from: null })
      .where('id', 'in', keyIds)
      .execute();
    others.push({ ...other, keyIds });
  }
  await setMerged(
    transaction,
    others.map(({ id }) => id),
    null,
  );
  return others;
}

/** Makes an issue with the title of the key. `settleIssues` updates the title later. */
async function makeIssue(
  transaction: Transaction<Schema>,
  projectId: number,
  keyId: number,
): Promise<NumberedIssue> {
  const next = await advanceIssueNumber(transaction, projectId, 1);
  const key = await transaction
    .selectFrom('grouping_keys')
    .select(['project_id', 'type', 'value', 'place', 'level'])
    .select(['events', 'users', 'first_seen_at', 'last_seen_at'])
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();
  return transaction
    .insertInto('issues')
    .values({ ...key, number: next - 1 })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}
