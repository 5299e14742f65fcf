import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { ClaimedMessage } from './outbox.types.ts';

/**
 * Removes a claimed message, or gives it back to be tried again at `dueMs`, together with what else a transaction writes of
 * it. False when the lease had passed to another.
 */
export async function endClaim(
  db: Kysely<Schema>,
  { id, lease }: Pick<ClaimedMessage, 'id' | 'lease'>,
  dueMs?: number,
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
    .set({ due_at: dueMs, lease: null, lease_ends_at: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
