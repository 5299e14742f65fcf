import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

/**
 * Notes that these projects have changed: pages that show them hear of it once the transaction has ended. The last thing that a
 * transaction does, since all that write a project take turns at its row.
 */
export async function raiseProjects(
  transaction: Transaction<Schema>,
  projectIds: Iterable<number>,
): Promise<void> {
  // One after the other, in order: else two transactions could wait for each other.
  for (const projectId of [...new Set(projectIds)].toSorted((a, b) => a - b)) {
    await transaction
      .updateTable('project_changes')
      .set({ version: sql<number>`version + 1` })
      .where('project_id', '=', projectId)
      .execute();
  }
}

/** As `raiseProjects`, for the projects that these issues belong to. */
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
