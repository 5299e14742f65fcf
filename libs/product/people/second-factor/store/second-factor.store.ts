import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { inToldTransaction, inTransaction, Seal, toSecret } from '#persistence/stores';
import type { JoinedWrite, KyselyDatabase, Schema } from '#persistence/stores';
import { beginFactor, replaceCodes } from './begin-factor.ts';
import type { BegunFactor } from './begin-factor.ts';

export interface SecondFactorState {
  /**
   * Time at which the authenticator app was set up; absent without an app, or while it is pending.
   */
  readonly appSinceMs?: number;
  /**
   * True while the user sets up the app: its secret was made, but no code of the app was typed yet.
   */
  readonly isAppPending: boolean;
  readonly recoveryCodes: number;
}

const PURPOSE = 'errata second factors';
/** Lower than the number of any TOTP period, so that the first code of a new app is accepted. */
const NO_STEP = -1;
/** Codes are accepted from the period before the present one to the one after it. */
const STEPS_AHEAD = 4;

/**
 * Stores second factors, with encrypted secrets and hashed recovery codes. Every method rejects
 * with `database.unavailable` when the database does not answer.
 */
export class SecondFactorStore {
  readonly #database: KyselyDatabase;
  readonly #seal: Seal;

  constructor(database: KyselyDatabase, secret: string | undefined) {
    this.#database = database;
    this.#seal = new Seal(secret, PURPOSE);
  }

  async has(userId: number): Promise<boolean> {
    return (await this.listWith([userId])).has(userId);
  }

  async describe(userId: number): Promise<SecondFactorState> {
    const { kysely } = this.#database;
    const app = await kysely
      .selectFrom('second_factor_apps')
      .select(['created_at', 'is_pending'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const { left } = await kysely
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return {
      appSinceMs: app?.is_pending === 0 ? app.created_at : undefined,
      isAppPending: app?.is_pending === 1,
      recoveryCodes: left,
    };
  }

  /** Returns the users, out of `userIds`, who must prove a second factor to sign in. */
  async listWith(userIds: readonly number[]): Promise<Set<number>> {
    if (userIds.length === 0) return new Set();
    const { kysely } = this.#database;
    const rows = await kysely
      .selectFrom('second_factor_apps')
      .select('user_id')
      .where('is_pending', '=', 0)
      .where('user_id', 'in', userIds)
      .union(kysely.selectFrom('passkeys').select('user_id').where('user_id', 'in', userIds))
      .execute();
    return new Set(rows.map(({ user_id: id }) => id));
  }

  /**
   * Stores the secret of an app that the user sets up. Replaces the secret of an unfinished set-up.
   * Returns false when the user already has an app.
   */
  async beginApp(userId: number, secret: string, nowMs: number): Promise<boolean> {
    const seal = randomUUID();
    const values = {
      secret: this.#seal.seal(Buffer.from(secret), seal),
      seal,
      is_pending: 1,
      last_step: NO_STEP,
      created_at: nowMs,
    };
    const { numInsertedOrUpdatedRows } = await this.#database.kysely
      .insertInto('second_factor_apps')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(values)
          .where('second_factor_apps.is_pending', '=', 1),
      )
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /**
   * Returns the app's secret in base 32. Returns undefined when the user has no such app since then, or when
   * the secret was encrypted with another ERRATA_SECRET.
   */
  async findApp(
    userId: number,
    { isPending, sinceMs = 0 }: { isPending: boolean; sinceMs?: number },
  ): Promise<{ secret: string; seal: string } | undefined> {
    const row = await this.#database.kysely
      .selectFrom('second_factor_apps')
      .select(['secret', 'seal'])
      .where('user_id', '=', userId)
      .where('is_pending', '=', isPending ? 1 : 0)
      .where('created_at', '>=', sinceMs)
      .executeTakeFirst();
    const text = row && this.#seal.findText(row.secret, row.seal);
    return row && text ? { secret: text, seal: row.seal } : undefined;
  }

  /**
   * Makes the pending app the user's second factor and stores the hashed recovery codes. Ends all
   * sessions except `keptSessionId`, because only that session has proved the app.
   *
   * Returns false when the app with this `seal` is no longer pending.
   */
  finishApp(
    userId: number,
    { seal, step, ...begun }: BegunFactor & { seal: string; step: number },
    tell?: JoinedWrite,
  ): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      await this.#holdUser(transaction, userId);
      const { numUpdatedRows } = await transaction
        .updateTable('second_factor_apps')
        .set({ is_pending: 0, last_step: step, created_at: begun.nowMs })
        .where('user_id', '=', userId)
        .where('seal', '=', seal)
        .where('is_pending', '=', 1)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await beginFactor(transaction, userId, { kind: 'app', ...begun });
      return true;
    });
  }

  /**
   * Marks the code of the TOTP period `step` as used. Returns false when a code of this or a later
   * period was used before.
   */
  async takeStep(userId: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('second_factor_apps')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('is_pending', '=', 0)
      .where((row) =>
        // A code of a much later period was used before the clock was set back.
        row.or([row('last_step', '<', step), row('last_step', '>', step + STEPS_AHEAD)]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Uses up a recovery code. Returns false when the user has no code with this hash. */
  async takeRecoveryCode(userId: number, hash: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('hash', '=', toSecret(hash))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async replaceRecoveryCodes(
    userId: number,
    hashes: readonly string[],
    tell?: JoinedWrite,
  ): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      await this.#holdUser(transaction, userId);
      await replaceCodes(transaction, userId, hashes);
      await tell?.(transaction);
    });
  }

  /** Returns false when the user has no second factor. Then no session ends. */
  remove(
    userId: number,
    { endsSessions, tell }: { readonly endsSessions?: boolean; readonly tell?: JoinedWrite } = {},
  ): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('second_factor_apps')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const passkeys = await transaction
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      // Sessions with a proof must confirm the proof every 12 hours. The user could no longer
      // confirm it, so their sessions lose the proof.
      await transaction
        .updateTable('sessions')
        .set({ second_factor: null, confirmed_at: null })
        .where('user_id', '=', userId)
        .execute();
      const isRemoved = numDeletedRows + passkeys.numDeletedRows > 0n;
      if (isRemoved && endsSessions) {
        await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
      }
      return isRemoved;
    });
  }

  /**
   * Locks the user's row. A simultaneous sign-in waits for the lock, and finds the new second
   * factor.
   */
  async #holdUser(transaction: Transaction<Schema>, userId: number): Promise<void> {
    const user = transaction.selectFrom('users').select('id').where('id', '=', userId);
    await (this.#database.dialect.hasConcurrentWriters ? user.forUpdate() : user).execute();
  }
}
