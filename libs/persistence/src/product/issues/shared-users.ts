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
        .select(['user_hash', sql<number>`count(*)`.as('keys')])
        .where('issue_id', '=', issueId)
        .where('user_hash', 'in', chunk)
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

/**
 * Notes of each of `issueIds` whether it has several keys, and counts its users anew: after keys were pointed at another
 * issue, before `refreshIssues`. The transaction holds the keys locked.
 */
export async function recountSharedUsers(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<void> {
  const ofIssue = sql`from grouping_keys k where k.issue_id`;
  await sql`
    update grouping_keys set is_one_of_several =
      case when (select count(*) ${ofIssue} = grouping_keys.issue_id) > 1 then 1 else 0 end
    where issue_id in (${sql.join(issueIds)})`.execute(transaction);
  await sql`
    update issues set surplus_users = case
      when (select count(*) ${ofIssue} = issues.id) < 2 then 0
      else (
        select count(*) - count(distinct u.user_hash)
        from grouping_keys k join key_users u on u.grouping_key_id = k.id where k.issue_id = issues.id
      ) end
    where id in (${sql.join(issueIds)})`.execute(transaction);
}
