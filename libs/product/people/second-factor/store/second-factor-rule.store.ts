import type { JoinedWrite, KyselyDatabase } from '#persistence/stores';
import { inToldTransaction } from '#persistence/stores';

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

  require(sinceMs: number, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('second_factor_rule')
        .values({ id: ONLY_ROW, required_since: sinceMs })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  allowNone(tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('second_factor_rule')
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }
}
