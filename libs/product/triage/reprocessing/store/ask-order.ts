import { sql, type Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { lockProject } from '#product/recording/record';
import type { Triage } from '#product/recording/issues';
import { issueLimits } from '#shared';
import type { AskResult, ReprocessingRequest } from './reprocessing.types.ts';

const MOST_COUNTED = 100_000;

export async function createOrder(
  { transaction }: Triage,
  { issueId, byUserId, nowMs }: ReprocessingRequest,
): Promise<AskResult> {
  const issue = await transaction
    .selectFrom('issues')
    .select('project_id')
    .where('id', '=', issueId)
    .executeTakeFirst();
  if (!issue) return 'nothing';
  await lockProject(transaction, issue.project_id);
  const sinceMs = nowMs - issueLimits.reprocessedMs;
  const from = { asked_at: nowMs, reached_at: sinceMs };
  const open = await transaction
    .selectFrom('reprocessings')
    .select(['id', 'state'])
    .where('issue_id', '=', issueId)
    .where('state', 'in', ['running', 'undoing'])
    .executeTakeFirst();
  if (open?.state === 'running' && byUserId === undefined) {
    // The running order starts again, because the new upload may fit events that it has already
    // passed.
    const again = { ...from, key_place: 0, reached_id: 0, looked: 0 };
    await transaction.updateTable('reprocessings').set(again).where('id', '=', open.id).execute();
  }
  if (open) return 'at_work';
  const keyIds = await listKeys(transaction, issueId);
  const total = await countWhole(transaction, keyIds, sinceMs);
  if (total === 0) return 'nothing';
  await transaction
    .insertInto('reprocessings')
    .values({
      ...from,
      project_id: issue.project_id,
      issue_id: issueId,
      by_user: byUserId ?? null,
      state: 'running',
      keys: JSON.stringify(keyIds),
      total,
      first_key: null,
      merge_id: null,
    })
    .execute();
  return 'asked';
}

async function listKeys(transaction: Transaction<Schema>, issueId: number): Promise<number[]> {
  const keys = await transaction
    .selectFrom('grouping_keys')
    .select('id')
    .where('issue_id', '=', issueId)
    .orderBy('id')
    .execute();
  return keys.map(({ id }) => id);
}

async function countWhole(
  transaction: Transaction<Schema>,
  keyIds: readonly number[],
  sinceMs: number,
): Promise<number> {
  if (keyIds.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from events where grouping_key_id in (${sql.join(keyIds)})
        and not_kept is null and occurred_at > ${sinceMs}
      limit ${sql.lit(MOST_COUNTED)}
    ) as whole`.execute(transaction);
  return rows[0]?.total ?? 0;
}
