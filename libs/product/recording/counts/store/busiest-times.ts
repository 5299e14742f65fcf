import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { BusiestTimes } from '#shared';
import { DAY_MS, HOUR_MS, KeptQueries, toBucketStart } from '#persistence/stores';
import type { Schema } from '#persistence/stores';

const WEEK_MS = 7 * DAY_MS;

/**
 * Returns, by issue, the most events within an hour of the clock and within 24 of them, of the last
 * seven days. Issues without an event in these days are missing.
 */
export async function readBusiestTimes(
  db: Kysely<Schema>,
  issueIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, BusiestTimes>> {
  if (issueIds.length === 0) return new Map();
  const ids = issueIds.map((id, index) => [`issue ${index}`, id] as const);
  const sinceMs = toBucketStart(nowMs - WEEK_MS, HOUR_MS);
  const values: Readonly<Record<string, number>> = { sinceMs, ...Object.fromEntries(ids) };
  const rows = await KeptQueries.of(db).run(
    `busiest times of ${ids.length} issues`,
    values,
    (slot) => sql<BusiestTimes & { readonly id: number }>`
      select issue_id as id, cast(max(events) as bigint) as "inHour",
        cast(max(of_day) as bigint) as "inDay"
      from (
        select issue_id, events, sum(events) over (
          partition by issue_id order by starts_at
          range between ${sql.lit(DAY_MS - HOUR_MS)} preceding and current row
        ) as of_day
        from (
          select k.issue_id, h.starts_at, sum(h.events) as events
          from grouping_keys k join event_hours h on h.grouping_key_id = k.id
          where k.issue_id in (${sql.join(ids.map(([name]) => slot(name)))})
            and h.starts_at >= ${slot('sinceMs')}
          group by k.issue_id, h.starts_at
        ) as hours
      ) as days
      group by issue_id`,
  );
  return new Map(rows.map(({ id, ...busiest }) => [id, busiest]));
}
