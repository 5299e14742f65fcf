import { type Transaction, sql } from 'kysely';
import type { Schema } from '#persistence/stores';

const ROWS = 1000;

/**
 * Removes some counts of the project. Returns true when it removed any. Even if not, PostgreSQL locks
 * the names here before the project, in the order of `foldSpans`.
 */
export async function removeSpansOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { rows } = await sql<{ readonly name_id: number }>`
    delete from span_counts where (name_id, step, starts_at, environment_id, release_id) in (
      select c.name_id, c.step, c.starts_at, c.environment_id, c.release_id
      from span_names n join span_counts c on c.name_id = n.id
      where n.project_id = ${projectId} limit ${ROWS}
    )
    returning name_id`.execute(transaction);
  if (rows.length > 0) return true;
  const { numDeletedRows } = await transaction
    .deleteFrom('span_names')
    .where('id', 'in', (names) =>
      names.selectFrom('span_names').select('id').where('project_id', '=', projectId).limit(ROWS),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
