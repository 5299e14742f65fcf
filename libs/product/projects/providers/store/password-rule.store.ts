import type { JoinedWrite, KyselyDatabase } from '#persistence/stores';
import { inToldTransaction } from '#persistence/stores';

const ONLY_ROW = 1;

/**
 * Stores whether people may sign in with passwords. Every method rejects with
 * `database.unavailable` when the database does not answer.
 */
export class PasswordRuleStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the id of the only user who may still sign in with a password. Returns undefined while
   * everybody may.
   */
  async findOwnerId(): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('password_rule')
      .select('owner_id')
      .executeTakeFirst();
    return row?.owner_id;
  }

  /**
   * Switches passwords off for everybody except one owner. Returns false when passwords were off
   * already.
   */
  switchOff(ownerId: number, nowMs: number, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('password_rule')
        .values({ id: ONLY_ROW, off_since: nowMs, owner_id: ownerId })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  /** Returns false when passwords were on already. */
  switchOn(tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numDeletedRows } = await transaction.deleteFrom('password_rule').executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }
}
