import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

const ROWS = 1000;

/** Removes some ranks of the project. Returns true when it removed any. */
export async function removeNamesOfProject(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<boolean> {
  const { rows } = await sql<{ readonly starts_at: number }>`
    delete from name_days where (project_id, kind, name, starts_at) in (
      select project_id, kind, name, starts_at from name_days
      where project_id = ${projectId} limit ${ROWS}
    ) returning starts_at`.execute(transaction);
  return rows.length > 0;
}
