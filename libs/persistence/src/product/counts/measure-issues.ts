import { sql } from 'kysely';
import type { KyselyDatabase } from '../../kysely-database.ts';
import { toIdList, toIdParameter } from '../../statements/id-list.ts';
import { whereCounted } from './count-filter.ts';
import type { CountFilter } from './count-filter.ts';
import type { IssueCount } from './count.store.ts';

/** What the filter leaves of these issues; those of which it leaves nothing are left out. */
export async function measureIssues(
  { kysely, kind }: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  issueIds: readonly number[],
  filter: CountFilter,
): Promise<Map<number, IssueCount>> {
  if (issueIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; events: number; last_at: number }>`
    select k.issue_id as id, cast(sum(c.events) as bigint) as events, max(c.last_at) as last_at
    from grouping_keys k cross join ${sql.table(filter.table)} c
    where k.issue_id in ${toIdList(kind, toIdParameter(kind, issueIds))}
      and c.grouping_key_id = k.id and ${whereCounted(kind, 'c', filter)}
    group by k.issue_id`.execute(kysely);
  return new Map(rows.map(({ id, events, last_at }) => [id, { events, lastSeenMs: last_at }]));
}
