import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { KyselyDatabase, BucketRange } from '#persistence/stores';
import { toIdList, toIdParameter } from '#persistence/stores';
import { whereCounted } from './count-filter.ts';
import type { CountFilter } from './count-filter.ts';
import type { IssueCount } from './count.types.ts';

interface MeasuredRow {
  readonly id: number;
  readonly events: number;
  readonly last_at: number;
}

/**
 * Counts the events of these issues that pass the filter. Issues without a matching event are
 * missing.
 */
export async function measureIssues(
  { kysely, kind }: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  issueIds: readonly number[],
  filter: CountFilter,
): Promise<Map<number, IssueCount>> {
  if (issueIds.length === 0) return new Map();
  const { range, ...names } = filter;
  const keys = sql`grouping_keys k where k.issue_id in ${toIdList(kind, toIdParameter(kind, issueIds))}`;
  const inSpan = whereCounted(kind, 'c', filter);
  const select = (table: CountFilter['table'], isOf: RawBuilder<unknown>) => sql<MeasuredRow>`
    select asked.issue_id as id, cast(sum(c.events) as bigint) as events, max(c.last_at) as last_at
    from asked cross join ${sql.table(table)} c
    where c.grouping_key_id = asked.id and ${isOf}
    group by asked.issue_id`;
  // Reads the grouping keys once for both parts of the union. Each part computes its own sums,
  // because SQLite would otherwise sort the rows of both parts together.
  const measured = range
    ? sql<MeasuredRow>`
        with asked as materialized (
          select k.id, k.issue_id, ${isWithin(range)} as is_within from ${keys}
        )
        select id, cast(sum(events) as bigint) as events, max(last_at) as last_at from (
          ${select(filter.table, sql`not asked.is_within and ${inSpan}`)}
          union all
          ${select('event_totals', sql`asked.is_within and ${whereCounted(kind, 'c', names)}`)}
        ) as part group by id`
    : sql<MeasuredRow>`
        with asked as (select k.id, k.issue_id from ${keys}) ${select(filter.table, inSpan)}`;
  const { rows } = await measured.execute(kysely);
  return new Map(rows.map(({ id, events, last_at }) => [id, { events, lastSeenMs: last_at }]));
}

/**
 * Returns a condition that is true when all events of a grouping key are within the range.
 * `event_totals` counts such a key with fewer rows.
 */
function isWithin({ firstStartMs, lastStartMs, bucketMs }: BucketRange): RawBuilder<boolean> {
  return sql`(k.first_seen_at >= ${firstStartMs} and k.last_seen_at < ${lastStartMs + bucketMs})`;
}
