import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

/**
 * Raises the versions of these projects, so that open pages reload once the transaction has
 * committed. Call this last in a transaction: all other writers of these projects wait from here
 * until the commit.
 */
export async function raiseProjects(
  transaction: Transaction<Schema>,
  projectIds: Iterable<number>,
): Promise<void> {
  // Ascending ids keep concurrent transactions from deadlocking.
  for (const projectId of [...new Set(projectIds)].toSorted((a, b) => a - b)) {
    await transaction
      .updateTable('project_changes')
      .set({ version: sql<number>`version + 1` })
      .where('project_id', '=', projectId)
      .execute();
  }
}

export async function raiseProjectsOf(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<void> {
  const rows = await inChunks(issueIds, (chunk) =>
    transaction
      .selectFrom('issues')
      .select('project_id')
      .distinct()
      .where('id', 'in', chunk)
      .execute(),
  );
  await raiseProjects(
    transaction,
    rows.map(({ project_id }) => project_id),
  );
}
