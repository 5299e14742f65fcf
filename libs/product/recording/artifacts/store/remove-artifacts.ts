import { type Transaction, sql } from 'kysely';
import type { Schema } from '#persistence/stores';

const ROWS = 1000;

/** Removes files of the project, then uploads. Returns true when it removed any. */
export async function removeArtifactsOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  for (const table of ['artifact_files', 'artifact_bundles'] as const) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where project_id = ${projectId} limit ${ROWS}
      )`.execute(transaction);
    if (numAffectedRows > 0n) return true;
  }
  return false;
}
