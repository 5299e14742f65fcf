import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Selects the `limit` releases of each project in the table `ids` that were first seen last, and
 * numbers them from 1 as `place`. An index finds the oldest of them first, because numbering all
 * releases of a project would read them all.
 */
export function selectNewest(
  ids: RawBuilder<unknown>,
  { limit, where = sql`1 = 1` }: { readonly limit: number; readonly where?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`(
    select * from (
      select project_id, release, first_seen_at, row_number() over (
        partition by project_id order by first_seen_at desc, release desc
      ) as place
      from (
        select project.id, (
          select first_seen_at from releases where project_id = project.id and ${where}
          order by first_seen_at desc limit 1 offset ${limit - 1}
        ) as since from ${ids} as project
      ) as edge cross join releases
      where project_id = edge.id and first_seen_at >= coalesce(edge.since, 0) and ${where}
    ) as ranked where place <= ${limit}
  ) as newest`;
}
