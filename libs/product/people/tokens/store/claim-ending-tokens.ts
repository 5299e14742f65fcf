import type { Transaction } from 'kysely';
import { tokenLimits } from '#shared';
import type { Schema } from '#persistence/stores';

const CLAIMED_AT_ONCE = 100;

export interface EndingToken {
  readonly name: string;
  readonly expiresAtMs: number;
  readonly email: string;
}

/**
 * Returns some tokens of active people that end within `tokenLimits.endToldBeforeMs`, each token
 * once. The caller tells the people in the same transaction.
 */
export async function claimEndingTokens(
  transaction: Transaction<Schema>,
  nowMs: number,
): Promise<EndingToken[]> {
  const ending = transaction
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select('tokens.id')
    .where('users.state', '=', 'active')
    .where('tokens.end_told_at', 'is', null)
    .where('tokens.expires_at', '>', nowMs)
    .where('tokens.expires_at', '<=', nowMs + tokenLimits.endToldBeforeMs)
    .orderBy('tokens.id')
    .limit(CLAIMED_AT_ONCE);
  const claimed = await transaction
    .updateTable('tokens')
    .set({ end_told_at: nowMs })
    .where('id', 'in', ending)
    // PostgreSQL checks this again after it has waited for another relay that claims the token.
    .where('end_told_at', 'is', null)
    .returning((select) => [
      'name',
      'expires_at',
      select.selectFrom('users').select('email').whereRef('id', '=', 'user_id').as('email'),
    ])
    .execute();
  return claimed.map(({ name, expires_at, email }) => ({
    name,
    expiresAtMs: expires_at!,
    email: email!,
  }));
}
