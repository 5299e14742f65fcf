import type { KyselyDatabase } from '#persistence/stores';

const ONLY_ROW = 1;

/** Whether people may sign in with passwords. Every method rejects with `database.unavailable`. */
export class PasswordRuleStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Whose password still signs in (a user id); undefined while everybody's does. */
  async findOwnerId(): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('password_rule')
      .select('owner_id')
      .executeTakeFirst();
    return row?.owner_id;
  }

  /** Switches passwords off for all but one owner. False when they were off already. */
  async switchOff(ownerId: number, nowMs: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#database.kysely
      .insertInto('password_rule')
      .values({ id: ONLY_ROW, off_since: nowMs, owner_id: ownerId })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** False when they were on already. */
  async switchOn(): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('password_rule')
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
