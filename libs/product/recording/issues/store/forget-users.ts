import { type Selectable, sql } from 'kysely';
import type { KeyUsersTable } from './issue.tables.ts';
import type { Triage } from './lock-issues.ts';

type SeenUser = Selectable<Pick<KeyUsersTable, 'grouping_key_id' | 'user_hash' | 'last_on'>>;

/**
 * Deletes these users of grouping keys, unless they were seen again since they were read. Issues
 * keep their number of users. Where another key of the issue still has a deleted user, the user
 * leaves the number of the deleted row's key, so that a later recount counts the user once.
 */
export async function forgetUsers(
  { transaction, dialect }: Triage,
  users: readonly SeenUser[],
): Promise<void> {
  const query = transaction
    .selectFrom('grouping_keys')
    .select(['id', 'issue_id', 'is_one_of_several'])
    .where('id', 'in', [...new Set(users.map(({ grouping_key_id: id }) => id))])
    .orderBy('id');
  const keys = await (dialect.hasConcurrentWriters ? query.forUpdate() : query).execute();
  const several = keys.filter((key) => key.is_one_of_several === 1 && key.issue_id !== null);
  const issueOf = new Map(several.map((key) => [key.id, key.issue_id!]));
  const removed = await transaction
    .deleteFrom('key_users')
    .where((rows) =>
      rows(
        rows.refTuple('grouping_key_id', 'user_hash', 'last_on'),
        'in',
        users.map((each) => rows.tuple(each.grouping_key_id, each.user_hash, each.last_on)),
      ),
    )
    .returning(['grouping_key_id', 'user_hash'])
    .execute();
  if (several.length === 0 || removed.length === 0) return;
  const left = await transaction
    .selectFrom('key_users')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'key_users.grouping_key_id')
    .select(['issue_id', 'user_hash'])
    .where('issue_id', 'in', [...new Set(issueOf.values())])
    .where('user_hash', 'in', [...new Set(removed.map(({ user_hash: hash }) => hash))])
    .execute();
  const counted = new Set(left.map((row) => `${row.issue_id} ${row.user_hash}`));
  const shared = removed.flatMap(({ grouping_key_id: id, user_hash: hash }) => {
    const name = `${issueOf.get(id)} ${hash}`;
    const isShared = counted.has(name);
    // The last row of a user stays in the number of its key.
    counted.add(name);
    return isShared && issueOf.has(id) ? [id] : [];
  });
  // Issues change in the order of their ids, so that transactions do not deadlock.
  const ids = [...new Set(shared)].toSorted((a, b) => issueOf.get(a)! - issueOf.get(b)!);
  for (const id of ids) {
    const count = shared.filter((each) => each === id).length;
    const key = transaction.updateTable('grouping_keys').where('id', '=', id);
    await key.set({ users: sql<number>`users - ${count}` }).execute();
    const issue = transaction.updateTable('issues').where('id', '=', issueOf.get(id)!);
    await issue.set({ surplus_users: sql<number>`surplus_users - ${count}` }).execute();
  }
}
