import type { JoinedWrite, KyselyDatabase, Capability } from '#persistence/stores';
import { raiseProjects } from '#product/recording/changes';
import { findUnrecorded, removeSomeUnrecorded } from '#product/recording/attachments';
import type { FileOwner } from '#product/recording/attachments';
import { dropExcessFiles, findCrowded, lookForOwners, selectNew } from './awaiting-files.ts';
import { hasUnchecked, removeSomeUnowned } from './remove-unowned.ts';
import { findOrphan, removeLeftovers } from './remove-leftovers.ts';
import { releaseKeys } from './release-keys.ts';
import { lockProject } from '#product/recording/record';
import { inToldTransaction, inTransaction } from '#persistence/stores';
import type { DroppedFiles } from './deletion.types.ts';

/**
 * Deletes issues in two stages: issues disappear at once, and their rows are deleted later in small
 * steps.
 */
export class DeletionStore {
  readonly #database: KyselyDatabase;
  readonly #owners: readonly FileOwner[];

  constructor(database: KyselyDatabase, owners: readonly FileOwner[]) {
    this.#database = database;
    this.#owners = owners;
  }

  /**
   * Deletes an issue and the issues merged into it, with history and comments. The numbers of these
   * issues are never used again. An event that arrives later makes a new issue.
   *
   * The caller checks permission. Returns false when the issue does not exist or is merged into
   * another one.
   */
  delete(issueId: number, tell?: JoinedWrite): Promise<boolean> {
    const { dialect } = this.#database;
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const issue = await transaction
        .selectFrom('issues')
        .select('project_id')
        .where('id', '=', issueId)
        .executeTakeFirst();
      if (!issue) return false;
      // This lock keeps other processes from merging the issue or merging others into it.
      await lockProject(transaction, issue.project_id);
      await releaseKeys({ transaction, dialect }, issueId);
      // The database deletes history, comments and merged issues along with this row. They are few.
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
   * Deletes some rows that nobody can see any more, in one short transaction. Several processes may
   * call this method, and may be killed at any moment. `nowMs` must come from the system's clock,
   * like the times in the rows. Returns false when nothing was left to delete.
   *
   * Rows are deleted in this order:
   * - files of reports that were never recorded, and dropped files
   * - rows of deleted issues
   * - files and their owners whose event has not come within `reportLimits.eventAwaitedMs`
   */
  async sweep(nowMs = Date.now()): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    const owners = this.#owners;
    // Most calls find nothing, so these checks take no lock.
    if ((await findUnrecorded(kysely, nowMs)).length > 0) {
      return inTransaction(this.#database, (transaction) =>
        removeSomeUnrecorded(transaction, nowMs),
      );
    }
    if ((await findOrphan(kysely).executeTakeFirst()) !== undefined) {
      return inTransaction(this.#database, (transaction) =>
        removeLeftovers({ transaction, dialect, owners }),
      );
    }
    if (!(await hasUnchecked(kysely, owners, nowMs))) return false;
    return inTransaction(this.#database, (transaction) =>
      removeSomeUnowned({ transaction, dialect, owners, nowMs }),
    );
  }

  /**
   * Looks for the event or owner of some new files, in one short transaction. Files without either
   * are marked as waiting. Returns false when no file is new.
   */
  async lookForOwners(): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    const owners = this.#owners;
    if (!(await selectNew(kysely, owners).limit(1).executeTakeFirst())) return false;
    return inTransaction(this.#database, (transaction) =>
      lookForOwners({ transaction, dialect, owners }),
    );
  }

  /**
   * Drops the oldest waiting files of a project beyond `reportLimits.filesAwaitingPerProject` or
   * `fileBytesAwaitingPerProject`, in one short transaction.
   *
   * Dropped files never appear again, even when their event comes. `sweep` deletes their bytes.
   * Returns undefined when no project is beyond its limits.
   */
  async dropExcessFiles(): Promise<DroppedFiles | undefined> {
    const { dialect, kysely } = this.#database;
    const owners = this.#owners;
    if (!(await findCrowded(kysely))) return undefined;
    return inTransaction(this.#database, (transaction) =>
      dropExcessFiles({ transaction, dialect, owners }),
    );
  }
}

export const deletion = {
  tables: [],
  migrations: [],
  stores: {
    deletions: {
      port: DeletionStore,
      open: (database, { fileOwners }) => new DeletionStore(database, fileOwners),
    },
  },
  auditTexts: {
    issues: 'Deleted issues',
    'issues.deleted-one': ({ target, project }) =>
      `deleted ${target} of ${project} with its history`,
  },
} as const satisfies Capability;
