import type { Transaction } from 'kysely';
import { compareReleases } from '#shared';
import type { Schema } from '../../schema.ts';

/** An old branch may have been released last; among so many the newest is. */
const LATEST = 100;

/** The newest release of each of those projects that has seen one, by the project's id. */
export async function findNewestReleases(
  transaction: Transaction<Schema>,
  projectIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const newest = new Map<number, string>();
  for (const projectId of projectIds) {
    const rows = await transaction
      .selectFrom('releases')
      .select(['release', 'first_seen_at'])
      .where('project_id', '=', projectId)
      .orderBy('first_seen_at', 'desc')
      .limit(LATEST)
      .execute();
    const firstSeenMs = new Map(rows.map((row) => [row.release, row.first_seen_at]));
    const [first, ...others] = firstSeenMs.keys();
    if (first === undefined) continue;
    const found = others.reduce(
      (best, release) => (compareReleases(release, best, firstSeenMs) > 0 ? release : best),
      first,
    );
    newest.set(projectId, found);
  }
  return newest;
}
