import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Schema } from '#persistence/stores';

/**
 * Returns the newest release of each project of the table `ids`, in the order of the list of
 * releases.
 */
export async function readLatestReleases(
  db: Kysely<Schema>,
  ids: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ readonly project_id: number; readonly version: string | null }>`
    select project.id as project_id, (
      select release from releases where project_id = project.id
      order by first_seen_at desc, release desc limit 1
    ) as version from ${ids} as project`.execute(db);
  return new Map(
    rows.flatMap(({ project_id: id, version }) => (version === null ? [] : [[id, version]])),
  );
}
