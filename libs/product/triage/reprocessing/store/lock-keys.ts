import type { Triage } from '#product/recording/issues';

/** A key that no other process can count under meanwhile. */
export interface LockedKey {
  readonly id: number;
  readonly key: string;
  readonly issueId: number;
  readonly users: number;
  readonly isOneOfSeveral: number;
}

/** Locks keys in the order in which recording does; those of deleted issues are left out. The project is locked. */
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
