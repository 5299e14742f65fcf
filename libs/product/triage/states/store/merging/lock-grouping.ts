import { lockIssuesAndMerged } from '#product/recording/issues';
import type { LockedIssue, Triage } from '#product/recording/issues';

/** A grouping key that no other process can count under, or move, meanwhile. */
export interface LockedKey {
  readonly id: number;
  readonly issue_id: number | null;
  readonly merged_from: number | null;
}

/**
 * Locks the keys of issues, then the issues, as recording does. The caller holds their project locked, under which alone
 * keys move and issues are merged and deleted: so these are all, and what is read here stays true.
 */
export async function lockGrouping(
  triage: Triage,
  issueIds: readonly number[],
): Promise<{
  keys: readonly LockedKey[];
  /** Merged ones, too. */
  issues: ReadonlyMap<number, LockedIssue>;
}> {
  const { transaction, dialect } = triage;
  const query = transaction
    .selectFrom('grouping_keys')
    .select(['id', 'issue_id', 'merged_from'])
    .where('issue_id', 'in', issueIds)
    .orderBy('id');
  const keys = await (dialect.hasConcurrentWriters ? query.forUpdate() : query).execute();
  return { keys, issues: await lockIssuesAndMerged(triage, issueIds) };
}
