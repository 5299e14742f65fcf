import type { Triage } from '#product/recording/issues';
import { lockGrouping } from '#product/triage/states';
import type { OrderRow } from './reprocessing.types.ts';

export interface LockedKey {
  readonly id: number;
  readonly key: string;
  readonly issueId: number;
  readonly users: number;
  readonly isOneOfSeveral: number;
}

/**
 * Locks all keys of the issues that an order touched, and after them the issues. Later statements
 * of the transaction need no further locks, which avoids deadlocks.
 */
export async function lockAllOf(triage: Triage, { id, issue_id }: OrderRow): Promise<void> {
  const { transaction } = triage;
  const moved = transaction.selectFrom('reprocessed_events').where('order_id', '=', id);
  const rows = await transaction
    .selectFrom('grouping_keys')
    .select('issue_id')
    .distinct()
    .where((where) =>
      where.or([
        where('id', 'in', moved.select('from_key')),
        where('id', 'in', moved.select('to_key')),
      ]),
    )
    .where('issue_id', 'is not', null)
    .execute();
  await lockGrouping(triage, [...new Set([issue_id, ...rows.map((row) => row.issue_id!)])]);
}

/**
 * Locks keys in the order of recording, except keys of deleted issues. The caller must hold the
 * project's lock.
 */
export async function lockKeys(
  { transaction, dialect }: Triage,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, LockedKey>> {
  if (keyIds.length === 0) return new Map();
  const query = transaction
    .selectFrom('grouping_keys')
    .select(['id', 'key', 'issue_id', 'users', 'is_one_of_several as isOneOfSeveral'])
    .where('id', 'in', [...new Set(keyIds)])
    .orderBy('id');
  const rows = await (dialect.hasConcurrentWriters ? query.forUpdate() : query).execute();
  return new Map(
    rows.flatMap(({ issue_id: issueId, ...row }) =>
      issueId === null ? [] : [[row.id, { ...row, issueId }] as const],
    ),
  );
}
