import { accountLimits, operationLimits } from '#shared';
import type { JoinedWrite, KyselyDatabase } from '#persistence/stores';
import { inToldTransaction, inTransaction } from '#persistence/stores';
import { beginFactor } from './begin-factor.ts';
import type { BegunFactor } from './begin-factor.ts';

export interface Passkey {
  readonly id: number;
  /** Base64url, as the authenticator reports it. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  /** The authenticator's signature counter; 0 when it does not count. */
  readonly counter: number;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export type NewPasskey = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'name' | 'createdAtMs'
>;

const MOST_PASSKEYS = 10;

/** Every method rejects with `database.unavailable` when the database does not answer. */
export class PasskeyStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  list(userId: number): Promise<Passkey[]> {
    return this.#database.kysely
      .selectFrom('passkeys')
      .select(['id', 'credential_id as credentialId', 'public_key as publicKey', 'counter', 'name'])
      .select(['created_at as createdAtMs', 'last_used_at as lastUsedAtMs'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  }

  /**
   * Adds a passkey. The user's first second factor also ends the other sessions and replaces the
   * recovery codes. Returns `refused` when the user already has ten passkeys, or when somebody
   * already has this passkey.
   */
  add(
    userId: number,
    passkey: NewPasskey,
    begun: BegunFactor,
    tell?: JoinedWrite,
  ): Promise<'first' | 'further' | 'refused'> {
    return inTransaction(this.#database, async (transaction) => {
      const user = transaction.selectFrom('users').select('id').where('id', '=', userId);
      // The lock makes simultaneous additions wait for each other, so that none exceeds the limit.
      await (this.#database.dialect.hasConcurrentWriters ? user.forUpdate() : user).execute();
      const { total } = await transaction
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (total >= MOST_PASSKEYS) return 'refused';
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('passkeys')
        .values({
          user_id: userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          name: passkey.name,
          created_at: passkey.createdAtMs,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst();
      if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return 'refused';
      await tell?.(transaction);
      const app = await transaction
        .selectFrom('second_factor_apps')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('is_pending', '=', 0)
        .executeTakeFirst();
      if (total > 0 || app) return 'further';
      await beginFactor(transaction, userId, { kind: 'passkey', ...begun });
      return 'first';
    });
  }

  /**
   * Stores that the passkey answered the challenge that expires at `untilMs`. Returns false when
   * the passkey already answered this challenge or a later one, so that no answer is accepted
   * twice.
   */
  async take(
    id: number,
    { untilMs, counter, nowMs }: { untilMs: number; counter: number; nowMs: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('passkeys')
      .set({ counter, last_until: untilMs, last_used_at: nowMs })
      .where('id', '=', id)
      .where((row) =>
        // A challenge of the future was answered before the clock was set back.
        row.or([
          row('last_until', '<', untilMs),
          row(
            'last_until',
            '>',
            nowMs + accountLimits.passkeyChallengeMs + operationLimits.clocksDifferMs,
          ),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  remove(userId: number, id: number, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }
}
