import type { KyselyDatabase } from '#persistence/stores';
import { findLeft, removeSomeLeft } from '#product/recording/attachments';
import { type CrowdedOut, DeletionStore } from './deletion.store.ts';
import { crowdOut, findCrowded, lookForOwners, selectNew } from './awaiting-files.ts';
import { hasUnchecked, removeSomeUnowned } from './remove-unowned.ts';
import { findOrphan, removeLeftovers } from './remove-leftovers.ts';
import { releaseKeys } from './release-keys.ts';
import { lockProject } from '#product/recording/record';
import { inTransaction } from '#persistence/stores';

export class KyselyDeletionStore extends DeletionStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override delete(issueId: number): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      const issue = await transaction
        .selectFrom('issues')
        .select('project_id')
        .where('id', '=', issueId)
        .executeTakeFirst();
      if (!issue) return false;
      // From here on nobody merges it, nor anything into it.
      await lockProject(transaction, issue.project_id);
      await releaseKeys({ transaction, dialect }, issueId);
      // Its history and comments go with it, as do those of issues merged into it. People write few of them.
      const { numDeletedRows } = await transaction
        .deleteFrom('issues')
        .where('id', '=', issueId)
        .where('merged_into', 'is', null)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  override async sweep(nowMs = Date.now()): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    // Looked for without a lock: there is nothing most of the time.
    if ((await findLeft(kysely, nowMs)).length > 0) {
      return inTransaction(this.#database, (transaction) => removeSomeLeft(transaction, nowMs));
    }
    if ((await findOrphan(kysely).executeTakeFirst()) !== undefined) {
      return inTransaction(this.#database, (transaction) =>
        removeLeftovers({ transaction, dialect }),
      );
    }
    if (!(await hasUnchecked(kysely, nowMs))) return false;
    return inTransaction(this.#database, (transaction) =>
      removeSomeUnowned({ transaction, dialect, nowMs }),
    );
  }

  override async lookForOwners(): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    if (!(await selectNew(kysely).limit(1).executeTakeFirst())) return false;
    return inTransaction(this.#database, (transaction) => lookForOwners({ transaction, dialect }));
  }

  override async crowdOut(): Promise<CrowdedOut | undefined> {
    const { dialect, kysely } = this.#database;
    if (!(await findCrowded(kysely))) return undefined;
    return inTransaction(this.#database, (transaction) => crowdOut({ transaction, dialect }));
  }
}
