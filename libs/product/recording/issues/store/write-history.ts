import type { Insertable, Transaction } from 'kysely';
import type { IssueHistoryTable } from './issue.tables.ts';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

export type HistoryRow = Insertable<IssueHistoryTable>;

/**
 * Adds rows of history, one an issue, whose rows the transaction holds locked: so that the order of
 * the ids is that of what happened. Resolves with the ids by issue.
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
