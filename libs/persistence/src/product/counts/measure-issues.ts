import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { BucketRange } from '../../statements/buckets.ts';
import { toIdList, toIdParameter } from '../../statements/id-list.ts';
import { whereCounted } from './count-filter.ts';
import type { CountFilter } from './count-filter.ts';
import type { IssueCount } from './count.store.ts';

interface MeasuredRow {
  readonly id: number;
  readonly events: number;
  readonly last_at: number;
}

/** What the filter leaves of these issues; those of which it leaves nothing are left out. */
export async function measureIssues(
  { kysely, kind }: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  issueIds: readonly number[],
  filter: CountFilter,
): Promise<Map<number, IssueCount>> {
  if (issueIds.length === 0) return new Map();
  const keys = sql`k.issue_id in ${toIdList(kind, toIdParameter(kind, issueIds))}`;
  const select = (table: CountFilter['table'], isOf: RawBuilder<unknown>) => sql<MeasuredRow>`
    select k.issue_id as id, cast(sum(c.events) as bigint) as events, max(c.last_at) as last_at
    from grouping_keys k cross join ${sql.table(table)} c
    where ${keys} and c.grouping_key_id = k.id and ${isOf}
    group by k.issue_id`;
  const { range, ...names } = filter;
  const inSpan = whereCounted(kind, 'c', filter);
  const measured = range
    ? // Summed up in each part: SQLite would sort the rows of both together.
      sql<MeasuredRow>`
        select id, cast(sum(events) as bigint) as events, max(last_at) as last_at from (
          ${select(filter.table, sql`not ${isWithin(range)} and ${inSpan}`)}
          union all
          ${select('event_totals', sql`${isWithin(range)} and ${whereCounted(kind, 'c', names)}`)}
        ) as part group by id`
    : select(filter.table, inSpan);
  const { rows } = await measured.execute(kysely);
  return new Map(rows.map(({ id, events, last_at }) => [id, { events, lastSeenMs: last_at }]));
}

/** True of a key all of whose events are of the span: these are counted in few rows, as those of all time. */
function isWithin({ firstStartMs, lastStartMs, bucketMs }: BucketRange): RawBuilder<boolean> {
  return sql`(k.first_seen_at >= ${firstStartMs} and k.last_seen_at < ${lastStartMs + bucketMs})`;
}
