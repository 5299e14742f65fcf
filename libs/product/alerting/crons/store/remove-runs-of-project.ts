import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

const ROWS = 500;

/**
 * Removes some runs. Returns true when it removed any. The database removes the monitors later,
 * along with the project.
 */
export async function removeRunsOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('monitor_runs')
    .where('id', 'in', (rows) =>
      rows.selectFrom('monitor_runs').select('id').where('project_id', '=', projectId).limit(ROWS),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
