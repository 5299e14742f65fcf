import type { Triage } from '#product/recording/issues';
import type { BulkRow } from './bulk-row.ts';

export async function holdBulk(
  { transaction, dialect }: Triage,
  id: number,
): Promise<BulkRow | undefined> {
  const query = transaction.selectFrom('bulk_changes').selectAll().where('id', '=', id);
  return (dialect.hasConcurrentWriters ? query.forUpdate() : query).executeTakeFirst();
}
