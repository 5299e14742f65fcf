import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { type RefreshedIssue, stateColumns } from '#product/recording/steps';
import { writeWords } from './search/write-words.ts';
import type { NamedIssue } from './search/write-words.ts';
import { inChunks } from '#persistence/stores';
import { countSharedUsers } from './shared-users.ts';
import type { NewUser } from './shared-users.ts';

const countColumns = [
  'events',
  'users',
  'first_seen_at',
  'last_seen_at',
  'first_release',
  'assignee_id',
  'mute_counts',
] as const;
const headColumns = ['type', 'value', 'place', 'words_hash'] as const;

const returned = sql.join(
  ['id', 'project_id', ...countColumns, ...headColumns, ...stateColumns].map((column) =>
    sql.ref(column),
  ),
);

/**
 * 1 for a key whose events were all moved away. The key still has the times of those events. The
 * issue ignores these times while other keys have events.
 */
const isEmpty = sql`case when k.events > 0 then 0 else 1 end`;

/**
 * Recomputes issues from their keys: counters are sums of the keys' counters, the head is that of
 * the newest key, and the words are those of the head. Call this after counting, and after keys
 * were assigned to another issue. Locks the issues before summing. When two processes have counted
 * keys of one issue, the later one sees what the earlier one wrote. Each issue must have a key.
 * `newUsers` are users that are new to a key of an issue with several keys.
 */
export async function refreshIssues(
  { transaction, dialect }: { transaction: Transaction<Schema>; dialect: DatabaseDialect },
  issueIds: ReadonlySet<number>,
  newUsers: readonly NewUser[] = [],
): Promise<RefreshedIssue[]> {
  const inOrder = [...issueIds].toSorted((a, b) => a - b);
  return inChunks(inOrder, async (chunk) => {
    if (dialect.hasConcurrentWriters) await lockIssues(transaction, chunk);
    const ids = new Set(chunk);
    await countSharedUsers(
      transaction,
      newUsers.filter(({ issueId }) => ids.has(issueId)),
    );
    const issues = await sumKeys(transaction, chunk);
    await writeWords({ transaction, dialect }, issues);
    return issues;
  });
}

async function lockIssues(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<void> {
  await transaction
    .selectFrom('issues')
    .select('id')
    .where('id', 'in', issueIds)
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function sumKeys(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<(RefreshedIssue & NamedIssue)[]> {
  const { rows } = await sql<RefreshedIssue & NamedIssue>`
    update issues set
      (events, users, first_seen_at, last_seen_at) = (
        select sum(k.events), sum(k.users) - issues.surplus_users,
          coalesce(min(case when k.events > 0 then k.first_seen_at end), min(k.first_seen_at)),
          coalesce(max(case when k.events > 0 then k.last_seen_at end), max(k.last_seen_at))
        from grouping_keys k where k.issue_id = issues.id
      ),
      (type, value, place, level) = (
        select k.type, k.value, k.place, k.level from grouping_keys k
        where k.issue_id = issues.id
        order by ${isEmpty}, k.last_seen_at desc, k.newest_event_id desc, k.id desc limit 1
      ),
      first_release = (
        select k.first_release from grouping_keys k
        where k.issue_id = issues.id and k.first_release is not null
        order by ${isEmpty}, k.first_seen_at, k.id limit 1
      ),
      last_release = (
        select k.last_release from grouping_keys k
        where k.issue_id = issues.id and k.last_release is not null
        order by ${isEmpty}, k.last_seen_at desc, k.id desc limit 1
      )
    where id in (${sql.join(issueIds)})
    returning ${returned}`.execute(transaction);
  return rows;
}
