import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

/**
 * Stores the release in which each issue regressed. An event without a release clears the release of
 * an earlier regression.
 */
export async function noteRegressions(
  transaction: Transaction<Schema>,
  releases: ReadonlyMap<number, string | undefined>,
): Promise<void> {
  for (const release of new Set(releases.values())) {
    const issueIds = [...releases.keys()].filter((id) => releases.get(id) === release);
    await transaction
      .updateTable('issues')
      .set({ regressed_release: release ?? null })
      .where('id', 'in', issueIds)
      .execute();
  }
}
