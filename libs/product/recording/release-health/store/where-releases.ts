import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { toLike } from '#persistence/stores';
import type { ReleaseEdge } from './release-list.types.ts';

/** Each condition of this file selects rows of the table `releases`. */
export function whereWords(words: readonly string[]): RawBuilder<boolean> {
  return all(
    words.map((word) => sql<boolean>`lower(release) like ${toLike(['', word, ''])} escape '\\'`),
  );
}

export function whereBefore(edge: ReleaseEdge | undefined): RawBuilder<boolean> {
  if (!edge) return all([]);
  const { firstSeenMs, version } = edge;
  return sql<boolean>`(first_seen_at, release) < (${firstSeenMs}, ${version})`;
}

/** Deploys that name projects are left out, because they may be of projects that nobody asked for. */
export function whereInEnvironment(
  environment: string | undefined,
  ids: RawBuilder<number>,
): RawBuilder<boolean> {
  if (environment === undefined) return all([]);
  const isCounted = (table: 'event_totals' | 'session_days') => sql`exists (
    select 1 from ${sql.table(table)} c where c.release_id = n.id and c.environment_id in (
      select id from counted_names
      where project_id in ${ids} and kind = 'environment' and name = ${environment}
    )
  )`;
  // PostgreSQL reads both lists once because of the "or", but would join a single one row by row.
  return sql<boolean>`((releases.project_id, releases.release) in (
    select n.project_id, n.name from counted_names n
    where n.project_id in ${ids} and n.kind = 'release'
      and (${isCounted('event_totals')} or ${isCounted('session_days')})
  ) or (releases.project_id, releases.release) in (
    select p.project_id, r.version from told_deploys d
      join told_releases r on r.id = d.release_id
      join told_release_projects p on p.release_id = r.id
    where d.environment = ${environment} and d.project_ids is null
  ))`;
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
