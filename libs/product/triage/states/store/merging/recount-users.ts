import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { raiseProjectsOf } from '#product/recording/changes';
import { lockIssues } from '#product/recording/issues';
import type { Triage } from '#product/recording/issues';
import { recordingLimits } from '#product/recording/reports';

/**
 * Marks which keys share their issue with other keys, and begins to count the issues' users again.
 * Call this after keys have moved and before `refreshIssues`, with keys and issues locked. For
 * nearly every issue, the count ends at once; `recountSomeUsers` continues the others.
 */
export async function recountSharedUsers(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<void> {
  const isOne = sql`case when (
    select count(*) from grouping_keys k where k.issue_id = grouping_keys.issue_id
  ) > 1 then 1 else 0 end`;
  await sql`
    update grouping_keys set is_one_of_several = ${isOne}
    where issue_id in (${sql.join(issueIds)}) and is_one_of_several <> ${isOne}`.execute(
    transaction,
  );
  await transaction
    .updateTable('issues')
    .set({ surplus_users: 0 })
    .where('id', 'in', issueIds)
    .execute();
  await transaction.deleteFrom('user_recounts').where('issue_id', 'in', issueIds).execute();
  let left = recordingLimits.usersPerRecount;
  for (const { issueId, keys } of await listSeveral(transaction, issueIds)) {
    const part = { issueId, keys, after: '', users: left };
    const counted = left > 0 ? await countPart(transaction, part) : NOT_BEGUN;
    left -= counted.users;
    await transaction
      .updateTable('issues')
      .set({ surplus_users: counted.surplus })
      .where('id', '=', issueId)
      .execute();
    await noteReached(transaction, issueId, counted.reached);
  }
}

/**
 * Continues counts that `recountSharedUsers` could not finish. The issue's users and a mute's
 * baseline fall by the same number, so the mute waits for as many more users as before. Returns
 * false when nothing was left to count.
 */
export async function recountSomeUsers(triage: Triage): Promise<boolean> {
  const { transaction } = triage;
  const issueId = (await findRecount(transaction))?.issue_id;
  if (issueId === undefined) return false;
  await lockIssues(triage, [issueId]);
  // A merge may have restarted the count while this call waited for the lock.
  const recount = await findRecount(transaction, issueId);
  if (!recount) return true;
  const [several] = await listSeveral(transaction, [issueId]);
  // An issue with one key has no shared users. Keys that moved away are counted with their new
  // issue.
  const users = recordingLimits.usersPerRecount;
  const { surplus, reached } = several
    ? await countPart(transaction, { ...several, after: recount.reached, users })
    : ENDED;
  await subtractUsers(transaction, issueId, surplus);
  await noteReached(transaction, issueId, reached);
  if (surplus > 0 || reached === undefined) await raiseProjectsOf(transaction, [issueId]);
  return true;
}

async function subtractUsers(
  transaction: Transaction<Schema>,
  issueId: number,
  surplus: number,
): Promise<void> {
  if (surplus === 0) return;
  const baseline = sql<number>`case when status_kind = 'users' then mute_baseline - ${surplus} else mute_baseline end`;
  await transaction
    .updateTable('issues')
    .set({
      surplus_users: sql<number>`surplus_users + ${surplus}`,
      users: sql<number>`users - ${surplus}`,
      mute_baseline: baseline,
    })
    .where('id', '=', issueId)
    .execute();
}

async function noteReached(
  transaction: Transaction<Schema>,
  issueId: number,
  reached: string | undefined,
): Promise<void> {
  if (reached === undefined) {
    await transaction.deleteFrom('user_recounts').where('issue_id', '=', issueId).execute();
    return;
  }
  await transaction
    .insertInto('user_recounts')
    .values({ issue_id: issueId, reached })
    .onConflict((conflict) => conflict.column('issue_id').doUpdateSet({ reached }))
    .execute();
}

function findRecount(transaction: Transaction<Schema>, issueId?: number) {
  const first = transaction.selectFrom('user_recounts').selectAll().orderBy('issue_id').limit(1);
  return (issueId === undefined ? first : first.where('issue_id', '=', issueId)).executeTakeFirst();
}

async function listSeveral(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<readonly { readonly issueId: number; readonly keys: number }[]> {
  const rows = await transaction
    .selectFrom('grouping_keys')
    .select(['issue_id', sql<number>`count(*)`.as('keys')])
    .where('issue_id', 'in', issueIds)
    .groupBy('issue_id')
    .having(sql<number>`count(*)`, '>', 1)
    .orderBy('issue_id')
    .execute();
  return rows.map(({ issue_id, keys }) => ({ issueId: issue_id!, keys }));
}

interface CountedPart {
  /** Difference between the sum of the keys' users and the number of distinct users. */
  readonly surplus: number;
  readonly users: number;
  readonly reached: string | undefined;
}

const NOT_BEGUN: CountedPart = { surplus: 0, users: 0, reached: '' };
const ENDED: CountedPart = { surplus: 0, users: 0, reached: undefined };

/** Counts the next users of an issue in the order of their hashes, about `users` rows. */
async function countPart(
  transaction: Transaction<Schema>,
  {
    issueId,
    keys,
    after,
    users,
  }: {
    readonly issueId: number;
    readonly keys: number;
    readonly after: string;
    readonly users: number;
  },
): Promise<CountedPart> {
  const ofEach = Math.ceil(users / keys);
  // The part ends at the first hash at which some key has used up its share of rows.
  const end = await sql<{ reached: string | null }>`
    select min((
      select u.user_hash from key_users u where u.grouping_key_id = k.id and u.user_hash > ${after}
      order by u.user_hash limit 1 offset ${sql.lit(ofEach)}
    )) as reached from grouping_keys k where k.issue_id = ${issueId}`.execute(transaction);
  const reached = end.rows[0]?.reached ?? undefined;
  const isWithin = reached === undefined ? sql`` : sql`and u.user_hash <= ${reached}`;
  const { rows } = await sql<{ users: number; surplus: number }>`
    select count(*) as users, count(*) - count(distinct u.user_hash) as surplus
    from grouping_keys k join key_users u on u.grouping_key_id = k.id
    where k.issue_id = ${issueId} and u.user_hash > ${after} ${isWithin}`.execute(transaction);
  return { ...rows[0]!, reached };
}
