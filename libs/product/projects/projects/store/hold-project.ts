import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

/**
 * Locks the project's row until the transaction ends; other calls for the same project wait.
 * Returns false when the project does not exist or was deleted.
 */
export async function holdProject(
  transaction: Transaction<Schema>,
  dialect: DatabaseDialect,
  projectId: number,
): Promise<boolean> {
  const project = transaction
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null);
  const held = dialect.hasConcurrentWriters ? project.forNoKeyUpdate() : project;
  return (await held.executeTakeFirst()) !== undefined;
}
