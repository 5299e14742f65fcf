import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { compareText, KeptQueries } from '#persistence/stores';
import { OTHER_VALUE } from './bounded-tags.ts';
import type { TagDistribution } from './tag.types.ts';

const MOST_NAMES = 100;

interface TagRow {
  readonly name: string;
  readonly value: string;
  readonly events: number;
  readonly all_events: number;
  readonly all_values: number;
}

/**
 * Reads all tags of an issue, or only the tag called `name`. All grouping keys of an issue belong
 * to one project, so equal tags have equal ids.
 */
export async function readTags(
  db: Kysely<Schema>,
  { issueId, name, limit }: { issueId: number; name?: string; limit: number },
): Promise<TagDistribution[]> {
  const values = { issueId, name: name ?? '', most: limit + 1 };
  const kept = name === undefined ? 'tags of issue' : 'tag of issue';
  const rows = await KeptQueries.of(db).run(kept, values, (slot) => {
    const isNamed = name === undefined ? sql`` : sql`and t.name = ${slot('name')}`;
    return sql<TagRow>`
    select name, value, events, all_events, all_values from (
      select id, name, value, events,
        cast(sum(events) over (partition by name) as bigint) as all_events,
        count(*) over (partition by name) as all_values,
        row_number() over (
          partition by name order by case when ${IS_OTHER} then 0 else 1 end, events desc, id
        ) as place
      from (
        select t.id, t.name, t.value, cast(sum(c.events) as bigint) as events
        from grouping_keys k
        join key_tags c on c.grouping_key_id = k.id
        join tags t on t.id = c.tag_id
        where k.issue_id = ${slot('issueId')} ${isNamed}
        group by t.id, t.name, t.value
      ) as counted
    ) as placed
    where place <= ${slot('most')}
    order by events desc, id`;
  });
  return toDistributions(rows, limit);
}

const IS_OTHER = sql`value = ${sql.lit(OTHER_VALUE)}`;

function toDistributions(rows: readonly TagRow[], limit: number): TagDistribution[] {
  const byName = new Map<string, TagRow[]>();
  for (const row of rows) {
    const own = byName.get(row.name);
    if (own) own.push(row);
    else byName.set(row.name, [row]);
  }
  return [...byName]
    .map(([name, own]) => toDistribution(name, own, limit))
    .toSorted((one, other) => other.events - one.events)
    .slice(0, MOST_NAMES)
    .toSorted((one, other) => compareText(one.name, other.name));
}

function toDistribution(name: string, rows: readonly TagRow[], limit: number): TagDistribution {
  const { all_events: events, all_values } = rows[0]!;
  const others = rows.find(({ value }) => value === OTHER_VALUE);
  return {
    name,
    events,
    valueCount: all_values - (others ? 1 : 0),
    values: rows
      .filter((row) => row !== others)
      .slice(0, limit)
      .map((row) => ({ value: row.value, events: row.events })),
    others: others?.events ?? 0,
  };
}
