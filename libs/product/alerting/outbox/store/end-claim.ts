import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { ClaimedMessage } from './outbox.types.ts';

/**
 * Removes a claimed message, or, with `dueMs`, releases it for another attempt at that time. An
 * attempt that surely reached nobody (`isUnsent`) does not count. Callers run it in the transaction that records the result. Returns false when another process has
 * claimed the message since.
 */
export async function endClaim(
  db: Kysely<Schema>,
  { id, lease }: Pick<ClaimedMessage, 'id' | 'lease'>,
  dueMs?: number,
  isUnsent = false,
): Promise<boolean> {
  if (dueMs === undefined) {
    const { numDeletedRows } = await db
      .deleteFrom('outbox')
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set((columns) => ({
      due_at: dueMs,
      lease: null,
      lease_ends_at: null,
      attempts: columns('attempts', '-', isUnsent ? 1 : 0),
    }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
