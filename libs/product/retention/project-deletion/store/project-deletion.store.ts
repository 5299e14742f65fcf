import type { Transaction } from 'kysely';
import type { KyselyDatabase, Schema, StoreSettings } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { holdProject } from '#product/projects/projects';
import type { ChangedBy } from '#product/projects/projects';
import { raiseProjects } from '#product/recording/changes';
import { removeSomeOfProject } from './remove-project.ts';

/** Deletes projects in two parts: out of sight at once, out of the database in small steps (ADR 102). */
export class ProjectDeletionStore {
  readonly #database: KyselyDatabase;
  readonly #others: StoreSettings['projectRemoval'];

  constructor(database: KyselyDatabase, { projectRemoval }: Pick<StoreSettings, 'projectRemoval'>) {
    this.#database = database;
    this.#others = projectRemoval;
  }

  /**
   * From now on there is no such project: its keys, memberships and invitations are gone, no list has it, and its slug may be
   * given to another one. Recording leaves its events out. The configuration does not make it again. Stands in the audit log.
   * Whether somebody may delete it is for the caller to know. Resolves with false when there is none such.
   */
  delete(projectId: number, by: ChangedBy): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      if (!(await holdProject(transaction, dialect, projectId))) return false;
      const project = await transaction
        .selectFrom('projects')
        .select(['slug', 'name'])
        .where('id', '=', projectId)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('project_deletions')
        .values({ project_id: projectId, slug: project.slug, asked_at: by.nowMs, done_at: null })
        .execute();
      await hide(transaction, projectId, by);
      await writeAudit(transaction, [
        {
          atMs: by.nowMs,
          ...(by.byUserId === undefined ? {} : { byUserId: by.byUserId }),
          projectId,
          what: 'project.deleted',
          target: project.slug,
          from: project.name,
        },
      ]);
      await raiseProjects(transaction, [projectId]);
      return true;
    });
  }

  /** Counts the issues that are deleted with a project. */
  async countIssues(projectId: number): Promise<number> {
    const { count } = await this.#database.kysely
      .selectFrom('issues')
      .select((is) => is.fn.countAll<number | string>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /**
   * Removes a part of the rows of deleted projects in one short transaction. The row of a project goes last, at least a minute
   * after the deletion. Several processes may sweep at once, and may be killed. Resolves with whether something was removed:
   * there may be more.
   */
  async sweep(nowMs: number): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    const deletions = await kysely
      .selectFrom('project_deletions')
      .select(['project_id', 'asked_at'])
      .where('done_at', 'is', null)
      .orderBy('project_id')
      .execute();
    const others = this.#others;
    for (const { project_id: projectId, asked_at: askedAt } of deletions) {
      const isChanged = await inTransaction(this.#database, (transaction) =>
        removeSomeOfProject({ transaction, dialect, projectId, askedAt, nowMs, others }),
      );
      if (isChanged) return true;
    }
    return false;
  }
}

/** What says that a project is there, and who may do what in it. The slug becomes one that nobody can ask for. */
async function hide(
  transaction: Transaction<Schema>,
  projectId: number,
  { nowMs }: ChangedBy,
): Promise<void> {
  await transaction
    .updateTable('projects')
    .set({ slug: `deleted ${projectId}`, deleted_at: nowMs })
    .where('id', '=', projectId)
    .execute();
  await transaction.deleteFrom('project_keys').where('project_id', '=', projectId).execute();
  await transaction.deleteFrom('memberships').where('project_id', '=', projectId).execute();
  await removeInvitations(transaction, projectId);
}

/** Those that are into this project alone; the others are left without it. */
async function removeInvitations(
  transaction: Transaction<Schema>,
  projectId: number,
): Promise<void> {
  const into = await transaction
    .deleteFrom('invitation_projects')
    .where('project_id', '=', projectId)
    .returning('invitation_id')
    .execute();
  const ids = into.map(({ invitation_id }) => invitation_id);
  if (ids.length === 0) return;
  await transaction
    .deleteFrom('invitations')
    .where('id', 'in', ids)
    .where('id', 'not in', (others) =>
      others.selectFrom('invitation_projects').select('invitation_id'),
    )
    .execute();
}
