import type { Insertable, Transaction } from 'kysely';
import type { IssueHistoryTable } from './issue.tables.ts';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

export type HistoryRow = Insertable<IssueHistoryTable>;

/**
 * Adds one row of history per issue and returns the rows' ids by issue. The transaction must hold
 * locks on the issues, so that ids ascend in the order of the changes.
 */
export async function writeHistory(
  transaction: Transaction<Schema>,
  rows: readonly HistoryRow[],
): Promise<ReadonlyMap<number, number>> {
  const inserted = await inChunks(rows, (chunk) =>
    transaction.insertInto('issue_history').values(chunk).returning(['id', 'issue_id']).execute(),
  );
  return new Map(inserted.map(({ id, issue_id }) => [issue_id, id]));
}
