import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

/** Releases deleted in one call. Each may have a thousand commits, which are deleted with it. */
const RELEASES_PER_CALL = 10;

/**
 * Deletes some of the told releases (reported by API clients) that belong to this project alone.
 * Releases that also belong to other projects stay, and lose this project when its row is deleted.
 * Returns whether any release was deleted.
 */
export async function removeReleasesOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('told_releases')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('told_release_projects as own')
        .select('own.release_id')
        .where('own.project_id', '=', projectId)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('told_release_projects as other')
                .select('other.release_id')
                .whereRef('other.release_id', '=', 'own.release_id')
                .where('other.project_id', '<>', projectId),
            ),
          ),
        )
        .orderBy('own.release_id')
        .limit(RELEASES_PER_CALL),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
