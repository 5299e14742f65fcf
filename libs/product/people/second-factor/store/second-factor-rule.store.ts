import type { KyselyDatabase } from '#persistence/stores';

const ONLY_ROW = 1;

/**
 * Stores whether everybody needs a second factor. Every method rejects with `database.unavailable`
 * when the database does not answer.
 */
export class SecondFactorRuleStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Returns since when everybody needs a second factor; undefined when nobody does. */
  async findRequiredSinceMs(): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('second_factor_rule')
      .select('required_since')
      .where('id', '=', ONLY_ROW)
      .executeTakeFirst();
    return row?.required_since;
  }

  async require(sinceMs: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#database.kysely
      .insertInto('second_factor_rule')
      .values({ id: ONLY_ROW, required_since: sinceMs })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  async allowNone(): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('second_factor_rule')
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
