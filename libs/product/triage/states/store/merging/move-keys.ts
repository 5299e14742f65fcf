import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

interface Move {
  readonly keyIds: readonly number[];
  /** Id of the issue that gets them. */
  readonly to: number;
}

/** Gives keys to the issue that theirs is merged into. They know where they came from, however often that is merged. */
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

/** Gives keys back to an issue. Those that had been merged into it before remember that. */
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

/** Has issues, and those that were merged into them before, be merged into another; or into none. */
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

/** Issues that are merged into any of these. */
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
