import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DAY_MS, toLike, toPortableText } from '#persistence/stores';

/**
 * Selects a row for each project and source that tells of a release: `version`, `project_id`, and
 * when it was told of (`told_at`) or its first session began (`begun_at`). Either time is null.
 *
 * Days of sessions are far fewer rows than hours, so hours are read of the first day alone.
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
    select n.name, d.project_id, null, coalesce((
      select min(h.starts_at) from session_hours h
      where h.project_id = d.project_id and h.release_id = d.release_id
        and h.starts_at >= d.first_day and h.starts_at < d.first_day + ${sql.lit(DAY_MS)}
    ), d.first_day)
    from (
      select project_id, release_id, min(starts_at) as first_day from session_days
      where project_id in ${ids} and release_id > 0 group by project_id, release_id
    ) d
    join counted_names n on n.id = d.release_id
    where not exists (
      select 1 from releases r where r.project_id = d.project_id and r.release = n.name
    )
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
