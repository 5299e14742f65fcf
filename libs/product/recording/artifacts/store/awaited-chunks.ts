import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '#persistence/stores';

/** Returns a condition that is true when no waiting bundle needs the blob as a chunk. */
export function isNotAwaited(where: ExpressionBuilder<Schema, 'artifact_blobs'>) {
  return where.not(
    where.exists(
      where
        .selectFrom('artifact_bundles')
        .select('artifact_bundles.id')
        .where('artifact_bundles.state', 'in', ['created', 'assembling'])
        .where(sql<boolean>`artifact_bundles.chunks like '%"' || artifact_blobs.checksum || '"%'`),
    ),
  );
}
