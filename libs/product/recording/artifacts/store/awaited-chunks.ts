import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '#persistence/stores';

/** Holds for a blob for which no bundle waits as one of its chunks. */
export function isNotAwaited(where: ExpressionBuilder<Schema, 'artifact_blobs'>) {
  return where.not(
    where.exists(
      where
        .selectFrom('artifact_bundles')
        .select('artifact_bundles.id')
        .where('artifact_bundles.state', 'in', ['created', 'assembling'])
        // A JSON list of checksums.
        .where(sql<boolean>`artifact_bundles.chunks like '%"' || artifact_blobs.checksum || '"%'`),
    ),
  );
}
