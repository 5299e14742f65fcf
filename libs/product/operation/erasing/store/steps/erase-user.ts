import { toErasedHash } from '../name-seal.ts';
import type { ErasureStep } from './erasure-step.ts';

/**
 * Replaces a user of these grouping keys with an anonymous user. `sealed` is the pseudonym under
 * which the project counts the user.
 */
export async function eraseUser(
  { transaction, name }: ErasureStep,
  sealed: string,
  keyIds: readonly number[],
): Promise<void> {
  await transaction
    .updateTable('key_users')
    .set({ user_hash: toErasedHash(name, sealed) })
    .where('grouping_key_id', 'in', keyIds)
    .where('user_hash', '=', sealed)
    .execute();
}

export async function eraseAlertUser(
  { transaction, name }: ErasureStep,
  sealed: string,
): Promise<void> {
  await transaction
    .updateTable('alert_users')
    .set({ user_hash: toErasedHash(name, sealed) })
    .where('user_hash', '=', sealed)
    .execute();
}
