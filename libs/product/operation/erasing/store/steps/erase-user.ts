import { toErasedHash } from '../name-seal.ts';
import type { ErasureStep } from './erasure-step.ts';

/** `sealed` is how a project knows its user. Among those of these keys stands somebody whom nobody knows. */
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

/** The same where thresholds of alerts count users. */
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
