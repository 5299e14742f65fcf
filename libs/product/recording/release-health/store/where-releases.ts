import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { toLike, toPortableText } from '#persistence/stores';
import type { ReleaseEdge } from './release-list.types.ts';

export function whereWords(words: readonly string[]): RawBuilder<boolean> {
  return all(
    words.map((word) => sql<boolean>`lower(version) like ${toLike(['', word, ''])} escape '\\'`),
  );
}

export function whereBefore(edge: ReleaseEdge | undefined): RawBuilder<boolean> {
  if (!edge) return all([]);
  const { firstSeenMs, version } = edge;
  return sql<boolean>`first_at < ${firstSeenMs}
    or (first_at = ${firstSeenMs} and version < ${toPortableText(version)})`;
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
