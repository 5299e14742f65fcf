import type { KyselyDatabase } from '#persistence/stores';

const ONLY_ROW = 1;

/** Whether people may sign in with passwords. Every method rejects with `database.unavailable`. */
export class PasswordRuleStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Whether passwords are off for all but the first owner. */
  async isOff(): Promise<boolean> {
    const row = await this.#database.kysely
      .selectFrom('password_rule')
      .select('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** False when it was so already. */
  async set(isOff: boolean, nowMs: number): Promise<boolean> {
    const { kysely } = this.#database;
    if (!isOff) {
      const { numDeletedRows } = await kysely.deleteFrom('password_rule').executeTakeFirst();
      return numDeletedRows > 0n;
    }
    const { numInsertedOrUpdatedRows } = await kysely
      .insertInto('password_rule')
      .values({ id: ONLY_ROW, off_since: nowMs })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
}
