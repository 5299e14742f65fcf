import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Schema } from '#persistence/stores';

/**
 * Selects a row for each project and source that tells of a release: `version`, `project_id`, and
 * when it was told of (`told_at`) or its first session began (`begun_at`). Either time is null.
 */
export function selectSeen(ids: RawBuilder<unknown>): RawBuilder<unknown> {
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

/**
 * When a release of `selectSeen` was first seen. Sessions decide only for a release that nothing
 * else tells of.
 */
export const firstSeenAt = sql<number>`coalesce(min(told_at), min(begun_at))`;

/** Returns the newest release of each project, in the order of the list of releases. */
export async function readLatestReleases(
  db: Kysely<Schema>,
  ids: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ readonly project_id: number; readonly version: string }>`
    select project_id, version from (
      select project_id, version, row_number() over (
        partition by project_id order by first_at desc, version desc
      ) as place
      from (
        select project_id, version, ${firstSeenAt} as first_at from ${selectSeen(ids)}
        group by project_id, version
      ) as grouped
    ) as ranked where place = 1`.execute(db);
  return new Map(rows.map(({ project_id: projectId, version }) => [projectId, version]));
}
