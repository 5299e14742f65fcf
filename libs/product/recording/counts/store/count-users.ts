import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatabaseKind, KyselyDatabase } from '#persistence/stores';
import { toIdList, toIdParameter } from '#persistence/stores';
import { UNNAMED } from './count.tables.ts';
import type { AllowedNames, CountFilter } from './count-filter.ts';

const MAX_KEYS = 1000;

/**
 * Counts users as `CountStore.countUsers` promises. Takes the latest `eventsPerGroup` events of
 * each grouping key before it filters them by release and environment.
 */
export async function countUsers(
  { kysely, kind }: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  issueIds: readonly number[],
  filter: CountFilter & { readonly eventsPerGroup: number },
): Promise<Map<number, number>> {
  const { range } = filter;
  const within = range
    ? sql`and e.occurred_at >= ${range.firstStartMs}
        and e.occurred_at < ${range.lastStartMs + range.bucketMs}`
    : sql``;
  const list = kind === 'sqlite' ? sql`json_group_array` : sql`json_agg`;
  const { rows } = await sql<{ issue_id: number; users: string | null }>`
    select k.issue_id, cast((
      select ${list}(distinct found.user_number) from (
        select e.user_number, e.release, e.environment, e.not_kept from events e
        where e.grouping_key_id = k.id ${within}
        order by e.occurred_at desc, e.id desc limit ${filter.eventsPerGroup}
      ) as found
      where found.user_number is not null
        and ${isOf(kind, 'release', filter.release)}
        and ${isOf(kind, 'environment', filter.environment)}
    ) as text) as users
    from grouping_keys k
    where k.issue_id in ${toIdList(kind, toIdParameter(kind, issueIds))}
    limit ${sql.lit(MAX_KEYS)}`.execute(kysely);
  const users = new Map<number, Set<number>>();
  for (const row of rows) {
    const met = users.get(row.issue_id) ?? new Set<number>();
    users.set(row.issue_id, met);
    for (const user of JSON.parse(row.users ?? '[]') as number[]) met.add(user);
  }
  return new Map([...users].map(([id, met]) => [id, met.size]));
}

/**
 * Stubs (events stored without payload) have no release and environment, except those that had a
 * payload first and lost it later.
 */
function isOf(
  kind: DatabaseKind,
  column: 'release' | 'environment',
  allowed: AllowedNames | undefined,
): RawBuilder<unknown> {
  if (!allowed) return sql`1 = 1`;
  const { ids, names } = allowed;
  const list =
    kind === 'sqlite'
      ? sql`(select value from json_each(${JSON.stringify(names)}))`
      : sql`(select unnest(${names}::text[]))`;
  const isKnown = sql`(found.not_kept is null or found.not_kept in ('thinned', 'erased'))`;
  const named = sql.ref(`found.${column}`);
  const isUnnamed = ids.includes(UNNAMED) ? sql`${named} is null` : sql`1 = 0`;
  return sql`${isKnown} and (${named} in ${list} or ${isUnnamed})`;
}
