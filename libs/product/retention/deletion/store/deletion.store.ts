import type { KyselyDatabase } from '#persistence/stores';
import { raiseProjects } from '#product/recording/changes';
import { findLeft, removeSomeLeft } from '#product/recording/attachments';
import { crowdOut, findCrowded, lookForOwners, selectNew } from './awaiting-files.ts';
import { hasUnchecked, removeSomeUnowned } from './remove-unowned.ts';
import { findOrphan, removeLeftovers } from './remove-leftovers.ts';
import { releaseKeys } from './release-keys.ts';
import { lockProject } from '#product/recording/record';
import { inTransaction } from '#persistence/stores';
import type { CrowdedOut } from './deletion.types.ts';

/** Deletes issues in two parts: out of sight at once, out of the database in small steps (ADR 28). */
export class DeletionStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * From now on there is no such issue, nor what was merged into it, nor their history and comments; their numbers are not given again. An event
   * that arrives afterwards makes a new issue where it would have been counted for this one. Whether
   * somebody may delete it is for the caller to know. Resolves with false when there is none such, or it is merged.
   */
  delete(issueId: number): Promise<boolean> {
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
      await raiseProjects(transaction, [issue.project_id]);
      return numDeletedRows > 0n;
    });
  }

  /**
   * Removes a part of what nobody sees any more: files that were written down and are no part of a recorded report, or
   * were dropped; then what deleted issues have left behind, events with their bodies, files and what users said about
   * them, users, counts, keys; then files, and what users said, whose event has not come (`reportLimits.eventAwaitedMs`). One short transaction, however much there is; may run in several processes at once, and be
   * killed. Resolves with whether there was something to remove: there may be more. `nowMs`: by this machine's clock.
   */
  async sweep(nowMs = Date.now()): Promise<boolean> {
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

  /**
   * Looks for what files belong to that nobody has looked at since they came: those of which it is not there wait for it
   * from now on. One short transaction. Resolves with whether there were any: there may be more.
   */
  async lookForOwners(): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    if (!(await selectNew(kysely).limit(1).executeTakeFirst())) return false;
    return inTransaction(this.#database, (transaction) => lookForOwners({ transaction, dialect }));
  }

  /**
   * Drops some of what waits in a project in which more waits than may (`reportLimits.filesAwaitingPerProject`,
   * `fileBytesAwaitingPerProject`), the oldest first. They are not shown any more, also when their event comes; `sweep` removes their bytes.
   * One short transaction. Resolves with what went, or undefined when there is no such project.
   */
  async crowdOut(): Promise<CrowdedOut | undefined> {
    const { dialect, kysely } = this.#database;
    if (!(await findCrowded(kysely))) return undefined;
    return inTransaction(this.#database, (transaction) => crowdOut({ transaction, dialect }));
  }
}
