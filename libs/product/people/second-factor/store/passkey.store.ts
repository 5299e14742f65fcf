import type { Selectable } from 'kysely';
import { accountLimits, operationLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction, toPortableText } from '#persistence/stores';
import type { PasskeysTable } from './second-factor.tables.ts';

export interface Passkey {
  readonly id: number;
  /** Base64url, as the authenticator reports it. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  /** The authenticator's signature counter; 0 when it does not count. */
  readonly counter: number;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs?: number;
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

  async list(userId: number): Promise<Passkey[]> {
    const rows = await this.#database.kysely
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(toPasskey);
  }

  /**
   * Adds a passkey. Returns false when the user already has ten passkeys, or when somebody already
   * has this passkey.
   */
  add(userId: number, passkey: NewPasskey): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const user = transaction.selectFrom('users').select('id').where('id', '=', userId);
      // The lock makes simultaneous additions wait for each other, so that none exceeds the limit.
      await (this.#database.dialect.hasConcurrentWriters ? user.forUpdate() : user).execute();
      const { total } = await transaction
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (total >= MOST_PASSKEYS) return false;
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('passkeys')
        .values({
          user_id: userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          name: toPortableText(passkey.name),
          created_at: passkey.createdAtMs,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
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

  async remove(userId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function toPasskey(row: Selectable<PasskeysTable>): Passkey {
  return {
    id: row.id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    name: row.name,
    createdAtMs: row.created_at,
    ...(row.last_used_at === null ? {} : { lastUsedAtMs: row.last_used_at }),
  };
}
