import { type Transaction, sql } from 'kysely';
import type { Schema } from '#persistence/stores';

const ROWS = 1000;

/** Removes some rows of the project. Returns true when it removed any. */
export async function removeSessionsOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  for (const table of ['session_hours', 'session_days'] as const) {
    const { rows } = await sql<{ readonly starts_at: number }>`
      delete from ${sql.table(table)}
      where (project_id, starts_at, release_id, environment_id) in (
        select project_id, starts_at, release_id, environment_id from ${sql.table(table)}
        where project_id = ${projectId} limit ${ROWS}
      )
      returning starts_at`.execute(transaction);
    if (rows.length > 0) return true;
  }
  // Deleting the project takes `session_ends` and `session_releases` along, which are bounded.
  return false;
}
