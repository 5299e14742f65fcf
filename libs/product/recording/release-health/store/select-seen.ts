import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { toLike, toPortableText } from '#persistence/stores';

/**
 * Selects a row for each project and source that tells of a release: `version`, `project_id`, and
 * when it was told of (`told_at`) or its first session began (`begun_at`). Either time is null.
 */
export function selectSeen(ids: RawBuilder<number>): RawBuilder<unknown> {
  return sql`(
    select release as version, project_id, first_seen_at as told_at,
      cast(null as bigint) as begun_at
    from releases where project_id in ${ids}
    union all
    select r.version, p.project_id, r.created_at, null
    from told_release_projects p join told_releases r on r.id = p.release_id
    where p.project_id in ${ids}
    union all
    select n.name, s.project_id, null, s.first_seen_at
    from session_releases s join counted_names n on n.id = s.release_id
    where s.project_id in ${ids}
  ) as seen`;
}

export function whereWords(words: readonly string[]): RawBuilder<boolean> {
  return all(
    words.map((word) => sql<boolean>`lower(version) like ${toLike(['', word, ''])} escape '\\'`),
  );
}

/** Deploys that name projects are left out, because they may be of projects that nobody asked for. */
export function whereInEnvironment(
  environment: string | undefined,
  ids: RawBuilder<number>,
): RawBuilder<boolean> {
  if (environment === undefined) return all([]);
  const name = toPortableText(environment);
  const places = sql`select id from counted_names
    where project_id in ${ids} and kind = 'environment' and name = ${name}`;
  return sql<boolean>`(
    version in (
      select n.name from counted_names n join session_days d on n.id = d.release_id
      where d.project_id in ${ids} and d.environment_id in (${places})
    )
    or version in (
      select r.version from told_deploys d join told_releases r on r.id = d.release_id
      where d.environment = ${name} and d.project_ids is null
    )
    or version in (
      select n.name from counted_names n
      where n.project_id in ${ids} and n.kind = 'release' and exists (
        select 1 from event_totals t
        where t.release_id = n.id and t.environment_id in (${places})
      )
    )
  )`;
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
