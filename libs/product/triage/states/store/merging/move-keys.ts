import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

interface Move {
  readonly keyIds: readonly number[];
  readonly to: number;
}

/**
 * Moves keys to the issue that their issue is merged into. `merged_from` stays the first issue of
 * each key, however often issues are merged.
 */
export async function takeKeys(
  transaction: Transaction<Schema>,
  { keyIds, to }: Move,
): Promise<void> {
  if (keyIds.length === 0) return;
  await transaction
    .updateTable('grouping_keys')
    .set({
      issue_id: to,
      merged_from: sql<number>`case when merged_from = ${to} then null else coalesce(merged_from, issue_id) end`,
    })
    .where('id', 'in', keyIds)
    .execute();
}

/**
 * Returns keys to an issue. Keys that had been merged into that issue before keep their
 * `merged_from`.
 */
export async function returnKeys(
  transaction: Transaction<Schema>,
  { keyIds, to }: Move,
): Promise<void> {
  if (keyIds.length === 0) return;
  await transaction
    .updateTable('grouping_keys')
    .set({
      issue_id: to,
      merged_from: sql<number>`case when merged_from = ${to} then null else merged_from end`,
    })
    .where('id', 'in', keyIds)
    .execute();
}

/**
 * Marks issues as merged into another issue, or (`null`) as unmerged. The caller includes issues
 * that were merged into them before.
 */
export async function setMerged(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
  into: number | null,
): Promise<void> {
  if (issueIds.length === 0) return;
  await transaction
    .updateTable('issues')
    .set({ merged_into: into })
    .where('id', 'in', issueIds)
    .execute();
}

export async function listMerged(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<readonly { readonly id: number; readonly merged_into: number | null }[]> {
  return transaction
    .selectFrom('issues')
    .select(['id', 'merged_into'])
    .where('merged_into', 'in', issueIds)
    .orderBy('id')
    .execute();
}
