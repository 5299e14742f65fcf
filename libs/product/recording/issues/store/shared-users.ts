import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

export interface NewUser {
  readonly issueId: number;
  readonly userHash: string;
}

/**
 * Adds to an issue's surplus each of `newUsers` whom another grouping key of the issue already has,
 * because such a user is not new to the issue. Call this after writing the rows of `newUsers` and
 * locking the issues. When two processes add one user to two grouping keys, the later process then
 * sees both rows.
 *
 * A recount in progress subtracts shared users itself when it reaches their rows, from users and
 * baseline alike. Until then users and baseline are too high by the same number, so "muted until N
 * more users" is unaffected.
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
        .select(sql<number>`max(case when user_hash > reached then 1 else 0 end)`.as('is_beyond'))
        .where('grouping_keys.issue_id', '=', issueId)
        .where('user_hash', 'in', chunk)
        .groupBy('user_hash')
        .execute(),
    );
    const counted = found.filter(({ is_beyond: isBeyond }) => isBeyond !== 1);
    await takeOff(transaction, issueId, sumSurplus(counted, hashes));
    const beyond = found.filter(({ is_beyond: isBeyond }) => isBeyond === 1);
    await raiseBaseline(transaction, issueId, sumSurplus(beyond, hashes));
  }
}

async function takeOff(
  transaction: Transaction<Schema>,
  issueId: number,
  surplus: number,
): Promise<void> {
  if (surplus === 0) return;
  await transaction
    .updateTable('issues')
    .set({ surplus_users: sql<number>`surplus_users + ${surplus}` })
    .where('id', '=', issueId)
    .execute();
}

async function raiseBaseline(
  transaction: Transaction<Schema>,
  issueId: number,
  surplus: number,
): Promise<void> {
  if (surplus === 0) return;
  await transaction
    .updateTable('issues')
    .set({ mute_baseline: sql<number>`mute_baseline + ${surplus}` })
    .where('id', '=', issueId)
    .where('status_kind', '=', 'users')
    .execute();
}

/** When all rows of a user are new, one of them counts and the others are surplus. */
function sumSurplus(
  found: readonly { readonly user_hash: string; readonly keys: number }[],
  added: ReadonlyMap<string, number>,
): number {
  return found.reduce((sum, { user_hash: hash, keys }) => {
    const rows = added.get(hash) ?? 0;
    return sum + (keys === rows ? rows - 1 : rows);
  }, 0);
}

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
