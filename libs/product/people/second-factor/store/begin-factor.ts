import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

export interface BegunFactor {
  /** The session that has just proved the factor. */
  readonly keptSessionId: number;
  /** Hashes of the recovery codes. */
  readonly hashes: readonly string[];
  readonly nowMs: number;
}

/**
 * Stores the recovery codes of a first factor, and ends all sessions of the user except the one that
 * has proved it.
 */
export async function beginFactor(
  transaction: Transaction<Schema>,
  userId: number,
  { kind, keptSessionId, hashes, nowMs }: BegunFactor & { readonly kind: 'app' | 'passkey' },
): Promise<void> {
  await replaceCodes(transaction, userId, hashes);
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keptSessionId)
    .execute();
  await transaction
    .updateTable('sessions')
    .set({ second_factor: kind, confirmed_at: nowMs })
    .where('id', '=', keptSessionId)
    .execute();
}

export async function replaceCodes(
  transaction: Transaction<Schema>,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await transaction
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}
