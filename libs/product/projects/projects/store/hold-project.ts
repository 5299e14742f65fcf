import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

/** Others that hold it wait until the transaction has ended. False when there is no such project. */
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
