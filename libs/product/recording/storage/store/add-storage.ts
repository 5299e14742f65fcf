import { sql, type Transaction } from 'kysely';
import type { StorageDaysTable } from './storage.tables.ts';
import type { Schema } from '#persistence/stores';
import { DAY_MS, toBucketStart, inChunks } from '#persistence/stores';

/**
 * Bytes of a project. Positive bytes were stored, negative bytes were removed. `atMs` is the time
 * of receipt.
 */
export interface StorageChange {
  readonly projectId: number;
  readonly atMs: number;
  readonly bytes: number;
  /** True when something received at that time exceeded the budget. */
  readonly isRefused?: boolean;
}

type StorageRow = Omit<StorageDaysTable, 'thinned'>;

/**
 * Adds the changes to the stored bytes of each project and day. The rows are sorted, because
 * processes that lock the same rows in different orders could deadlock.
 */
export async function addStorage(
  transaction: Transaction<Schema>,
  changes: readonly StorageChange[],
): Promise<void> {
  const rows = toRows(changes).filter((row) => row.bytes !== 0 || row.refused_at !== null);
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('storage_days')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'starts_at']).doUpdateSet({
          bytes: sql<number>`storage_days.bytes + excluded.bytes`,
          refused_at: sql<number>`coalesce(storage_days.refused_at, excluded.refused_at)`,
        }),
      )
      .execute(),
  );
}

function toRows(changes: readonly StorageChange[]): StorageRow[] {
  const rows = new Map<string, StorageRow>();
  for (const { projectId, atMs, bytes, isRefused = false } of changes) {
    const startsAt = toBucketStart(atMs, DAY_MS);
    const name = `${projectId}/${startsAt}`;
    const before = rows.get(name);
    const refusedAt = Math.min(before?.refused_at ?? Infinity, isRefused ? atMs : Infinity);
    rows.set(name, {
      project_id: projectId,
      starts_at: startsAt,
      bytes: bytes + (before?.bytes ?? 0),
      refused_at: refusedAt === Infinity ? null : refusedAt,
    });
  }
  return [...rows.values()].toSorted(
    (a, b) => a.project_id - b.project_id || a.starts_at - b.starts_at,
  );
}
