import { type Transaction, sql } from 'kysely';
import { inChunks, type Schema } from '#persistence/stores';
import type { SessionDaysTable, SessionReleasesTable } from './session.tables.ts';

interface Begun {
  readonly place: Pick<SessionDaysTable, 'project_id' | 'release_id'>;
  readonly group: { readonly startedAtMs: number };
}

/**
 * Stores when the first session of each release began. Only releases that are new, or have a
 * session earlier than known, are written.
 */
export async function noteFirstSeen(
  transaction: Transaction<Schema>,
  groups: readonly Begun[],
): Promise<void> {
  const known = new Map(
    (await readFirstSeen(transaction, groups)).map((row) => [toName(row), row.first_seen_at]),
  );
  const rows = new Map<string, SessionReleasesTable>();
  for (const { place, group } of groups) {
    const { project_id, release_id } = place;
    const name = toName(place);
    const firstMs = rows.get(name)?.first_seen_at ?? known.get(name) ?? Infinity;
    if (release_id <= 0 || group.startedAtMs >= firstMs) continue;
    rows.set(name, { project_id, release_id, first_seen_at: group.startedAtMs });
  }
  const sorted = [...rows.values()].toSorted(
    (a, b) => a.project_id - b.project_id || a.release_id - b.release_id,
  );
  await inChunks(sorted, (chunk) =>
    transaction
      .insertInto('session_releases')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'release_id'])
          .doUpdateSet({ first_seen_at: sql<number>`excluded.first_seen_at` })
          .where(sql<boolean>`excluded.first_seen_at < session_releases.first_seen_at`),
      )
      .execute(),
  );
}

/** An id of `counted_names` belongs to one project, so the ids alone find the rows. */
function readFirstSeen(
  transaction: Transaction<Schema>,
  groups: readonly Begun[],
): Promise<SessionReleasesTable[]> {
  const projectIds = [...new Set(groups.map(({ place }) => place.project_id))];
  const releaseIds = [...new Set(groups.map(({ place }) => place.release_id))];
  return inChunks(
    releaseIds.filter((id) => id > 0),
    (chunk) =>
      transaction
        .selectFrom('session_releases')
        .selectAll()
        .where('project_id', 'in', projectIds)
        .where('release_id', 'in', chunk)
        .execute(),
  );
}

function toName({ project_id, release_id }: Begun['place']): string {
  return `${project_id} ${release_id}`;
}
