import type { Triage } from '#product/recording/issues';
import type { BulkRow } from './bulk-row.ts';

/** Others that hold it wait until the transaction has ended. Undefined when it is forgotten. */
export async function holdBulk(
  { transaction, dialect }: Triage,
  id: number,
): Promise<BulkRow | undefined> {
  const query = transaction.selectFrom('bulk_changes').selectAll().where('id', '=', id);
  return (dialect.hasConcurrentWriters ? query.forUpdate() : query).executeTakeFirst();
}
