import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';
import { inChunks } from '../../statements/chunks.ts';

/** A user that a key of this issue had not met before. */
export interface NewUser {
  readonly issueId: number;
  readonly userHash: string;
}

/**
 * Notes which of `newUsers`, whose rows are written, other keys of their issues had met: those are no new users of the issue. The
 * transaction holds the issues locked, so that of two processes that add one user to two keys the later sees both rows.
 */
export async function countSharedUsers(
  transaction: Transaction<Schema>,
  newUsers: readonly NewUser[],
): Promise<void> {
  for (const [issueId, hashes] of groupByIssue(newUsers)) {
    const found = await inChunks([...hashes.keys()], (chunk) =>
      transaction
        .selectFrom('grouping_keys')
        .innerJoin('key_users', 'key_users.grouping_key_id', 'grouping_keys.id')
        .leftJoin('user_recounts', 'user_recounts.issue_id', 'grouping_keys.issue_id')
        .select(['user_hash', sql<number>`count(*)`.as('keys')])
        .where('grouping_keys.issue_id', '=', issueId)
        .where('user_hash', 'in', chunk)
        // Further ones are counted by the recount that is on its way.
        .where(sql<boolean>`(reached is null or user_hash <= reached)`)
        .groupBy('user_hash')
        .execute(),
    );
    // Of one whom no key had met before all rows are new, and one of them counts.
    const surplus = found.reduce((sum, { user_hash, keys }) => {
      const added = hashes.get(user_hash) ?? 0;
      return sum + (keys === added ? added - 1 : added);
    }, 0);
    if (surplus === 0) continue;
    await transaction
      .updateTable('issues')
      .set({ surplus_users: sql<number>`surplus_users + ${surplus}` })
      .where('id', '=', issueId)
      .execute();
  }
}

/** By issue: how many of its keys have just met whom. */
function groupByIssue(
  newUsers: readonly NewUser[],
): ReadonlyMap<number, ReadonlyMap<string, number>> {
  const byIssue = new Map<number, Map<string, number>>();
  for (const { issueId, userHash } of newUsers) {
    const hashes = byIssue.get(issueId) ?? new Map<string, number>();
    byIssue.set(issueId, hashes.set(userHash, (hashes.get(userHash) ?? 0) + 1));
  }
  return byIssue;
}
