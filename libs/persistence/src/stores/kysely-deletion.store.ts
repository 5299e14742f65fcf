import type { KyselyDatabase } from '../kysely-database.ts';
import { findLeft, removeSomeLeft } from './attachments/remove-attachments.ts';
import { DeletionStore } from './deletion.store.ts';
import { hasUnchecked, removeSomeUnowned } from './deletion/remove-unowned.ts';
import { findOrphan, removeLeftovers } from './deletion/remove-leftovers.ts';
import { releaseKeys } from './deletion/release-keys.ts';
import { inTransaction } from './transaction.ts';

export class KyselyDeletionStore extends DeletionStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override delete(issueId: number): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      await releaseKeys({ transaction, dialect }, issueId);
      // Its history and comments go with it. They are what people have written: few.
      const { numDeletedRows } = await transaction
        .deleteFrom('issues')
        .where('id', '=', issueId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  override async sweep(nowMs = Date.now()): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    // Looked for without a lock: there is nothing most of the time.
    if ((await findOrphan(kysely).executeTakeFirst()) !== undefined) {
      return inTransaction(this.#database, (transaction) =>
        removeLeftovers({ transaction, dialect }),
      );
    }
    if ((await findLeft(kysely, nowMs)).length > 0) {
      return inTransaction(this.#database, (transaction) => removeSomeLeft(transaction, nowMs));
    }
    if (!(await hasUnchecked(kysely, nowMs))) return false;
    return inTransaction(this.#database, (transaction) =>
      removeSomeUnowned({ transaction, dialect, nowMs }),
    );
  }
}
