import { sql } from 'kysely';
import { fromRows, inChunks } from '#persistence/stores';
import type { TagWriting } from './lock-tags.ts';
import type { ProjectTagDaysTable, TagCountsTable } from './tag.tables.ts';

/** Stands in `project_tag_days` for all values of a tag's name together. */
export const ALL_VALUES_ID = 0;

/**
 * Adds rows that `tag_counts` gained to the counts of their projects. Keys and tags of the rows must
 * still exist. Rows are written in one order, because several processes may remove tags at a time.
 */
export async function addToProjects(
  { transaction, dialect: { kind } }: TagWriting,
  rows: readonly TagCountsTable[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = { key_id: 'bigint', tag_id: 'bigint', day: 'bigint', events: 'bigint' } as const;
  const asked = rows.map((row) => [row.grouping_key_id, row.tag_id, row.day, row.events]);
  const { rows: changed } = await sql<ProjectTagDaysTable>`
    with named as (
      select k.project_id, t.name, t.id as tag_id, v.day, v.events
      from ${fromRows(kind, columns, asked)} as v cross join grouping_keys k cross join tags t
      where k.id = v.key_id and t.id = v.tag_id
    )
    insert into project_tag_days (project_id, name, tag_id, day, events)
    select project_id, name, tag_id, day, cast(sum(events) as bigint) from (
      select * from named
      union all select project_id, name, ${sql.lit(ALL_VALUES_ID)}, day, events from named
    ) as counted where true
    group by project_id, name, tag_id, day order by project_id, name, tag_id, day
    on conflict (project_id, name, tag_id, day)
    do update set events = project_tag_days.events + excluded.events
    returning project_id, name, tag_id, day, events`.execute(transaction);
  const ended = changed.filter(({ events }) => events <= 0);
  await inChunks(ended, async (chunk) => {
    const ids = chunk.map(
      (row) =>
        sql`(cast(${row.project_id} as bigint), ${row.name}, cast(${row.tag_id} as bigint), cast(${row.day} as integer))`,
    );
    await sql`
      delete from project_tag_days
      where (project_id, name, tag_id, day) in (values ${sql.join(ids)})`.execute(transaction);
    return [];
  });
}

/** Takes rows that `tag_counts` lost from the counts of their projects. */
export function takeFromProjects(
  writing: TagWriting,
  rows: readonly TagCountsTable[],
): Promise<void> {
  return addToProjects(
    writing,
    rows.map((row) => ({ ...row, events: -row.events })),
  );
}
