import { lockIssuesAndMerged } from '#product/recording/issues';
import type { LockedIssue, Triage } from '#product/recording/issues';

export interface LockedKey {
  readonly id: number;
  readonly issue_id: number | null;
  readonly merged_from: number | null;
}

/**
 * Locks the keys of issues, then the issues, in the order of recording. The caller must hold the
 * project's lock. Keys move, and issues are merged or deleted, only under that lock. The result
 * therefore stays correct until the transaction ends.
 */
export async function lockGrouping(
  triage: Triage,
  issueIds: readonly number[],
): Promise<{
  keys: readonly LockedKey[];
  /** Includes issues that are merged into these. */
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
