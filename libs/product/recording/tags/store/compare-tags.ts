import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { toLowerAscii } from '#shared';
import { DAY_MS, fromRows } from '#persistence/stores';
import type { KyselyDatabase } from '#persistence/stores';
import { LEAST_EVENTS } from '../rules/index.ts';
import type { ComparedTag, IssueSample, NameCounts } from '../rules/index.ts';
import { OTHER_VALUE } from './bounded-tags.ts';
import { ALL_VALUES_ID } from './project-days.ts';

/** Grouping keys that are looked at, in the order in which the database reads them. */
const KEYS_SAMPLED = 500;
const ISSUES_SAMPLED = 40;

export interface ComparedIssue {
  readonly id: number;
  readonly projectId: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

/**
 * Looks each tag up by its value, and its days by the primary key. Subqueries keep PostgreSQL from
 * reading all days of the project.
 */
export async function countInProject(
  { kysely, kind }: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  { projectId, firstSeenMs, lastSeenMs }: ComparedIssue,
  tags: readonly ComparedTag[],
): Promise<ReadonlyMap<string, NameCounts>> {
  const names = [...new Set(tags.map(({ name }) => name))];
  const asked = [...tags, ...names.map((name) => ({ name, value: OTHER_VALUE }))];
  const columns = { name: 'text', folded: 'text', value: 'text' } as const;
  const rowsAsked = asked.map(({ name, value }) => [name, toLowerAscii(value), value]);
  const rowsOfNames = names.map((name) => [name]);
  const sum = (tagId: RawBuilder<unknown>) => sql<number | null>`(
    select cast(sum(d.events) as bigint) from project_tag_days d
    where d.project_id = ${projectId} and d.name = v.name and d.tag_id = ${tagId}
      and d.day between ${Math.floor(firstSeenMs / DAY_MS)} and ${Math.floor(lastSeenMs / DAY_MS)}
  )`;
  const tagId = sql`(
    select id from tags t where t.name = v.name and t.folded = v.folded and t.value = v.value
      and t.project_id = ${projectId}
  )`;
  const { rows } = await sql<{ name: string; value: string | null; events: number | null }>`
    select v.name, v.value, ${sum(tagId)} as events
    from ${fromRows(kind, columns, rowsAsked)} as v
    union all
    select v.name, null, ${sum(sql.lit(ALL_VALUES_ID))}
    from ${fromRows(kind, { name: 'text' }, rowsOfNames)} as v`.execute(kysely);
  const counts = new Map<string, { events: number; values: Map<string, number> }>();
  for (const { name, value, events } of rows) {
    if (value === null && events !== null) counts.set(name, { events, values: new Map() });
  }
  for (const { name, value, events } of rows) {
    if (value !== null && events !== null) counts.get(name)?.values.set(value, events);
  }
  return counts;
}

/** Takes all events of a sampled issue for those with the name, which nearly all have. */
export async function sampleIssues(
  { kysely }: Pick<KyselyDatabase, 'kysely'>,
  { id, projectId }: ComparedIssue,
  { name, value }: ComparedTag,
): Promise<readonly IssueSample[]> {
  const { rows } = await sql<{ share: number; only_tag_id: number | null }>`
    select cast(coalesce(h.events, 0) as double precision) / k.events as share,
      case when n.tag_values = 1 then (
        select c.tag_id from key_tags c cross join tags t
        where c.grouping_key_id = k.id and t.id = c.tag_id and t.name = n.name limit 1
      ) end as only_tag_id
    from (
      select id, issue_id, events from grouping_keys
      where project_id = ${projectId} limit ${sql.lit(KEYS_SAMPLED)}
    ) as k
    cross join key_tag_names n
    left join key_tags h on h.grouping_key_id = k.id and h.tag_id = (
      select id from tags where name = ${name} and folded = ${toLowerAscii(value)}
        and value = ${value} and project_id = ${projectId}
    )
    where k.events >= ${sql.lit(LEAST_EVENTS)} and k.issue_id <> ${id}
      and n.grouping_key_id = k.id and n.name = ${name}
    limit ${sql.lit(ISSUES_SAMPLED)}`.execute(kysely);
  return rows.map(({ share, only_tag_id: onlyTagId }) => ({
    share,
    onlyTagId: onlyTagId ?? undefined,
  }));
}
