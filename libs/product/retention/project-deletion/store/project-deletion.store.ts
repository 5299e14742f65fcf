import type { Transaction } from 'kysely';
import type { KyselyDatabase, Schema, StoreSettings, Capability } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { holdProject } from '#product/projects/projects';
import type { ChangedBy } from '#product/projects/projects';
import { raiseProjects } from '#product/recording/changes';
import { createProjectDeletion } from './migrations/0015-create-project-deletion.ts';
import { removeSomeOfProject } from './remove-project.ts';

/**
 * A deleted project. The row stays, so that the configuration does not create the project again.
 */
interface ProjectDeletionsTable {
  readonly project_id: number;
  readonly slug: string;
  readonly asked_at: number;
  readonly done_at: number | null;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly project_deletions: ProjectDeletionsTable;
  }
}

/**
 * Deletes projects in two stages: projects disappear at once, and their rows are deleted later in
 * small steps.
 */
export class ProjectDeletionStore {
  readonly #database: KyselyDatabase;
  readonly #others: StoreSettings['projectRemoval'];
  readonly #owners: StoreSettings['fileOwners'];

  constructor(database: KyselyDatabase, { projectRemoval, fileOwners }: StoreSettings) {
    this.#database = database;
    this.#others = projectRemoval;
    this.#owners = fileOwners;
  }

  /**
   * Deletes a project with its keys, memberships and invitations, and writes an audit entry. People
   * may give its slug to another project, but the configuration does not create the project again.
   * Events that still arrive are not recorded.
   *
   * The caller checks permission. Returns false when the project does not exist.
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
          byUserId: by.byUserId,
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

  async countIssues(projectId: number): Promise<number> {
    const { count } = await this.#database.kysely
      .selectFrom('issues')
      .select((is) => is.fn.countAll<number | string>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /**
   * Deletes some rows of deleted projects, in one short transaction. The project's own row is
   * deleted last, at least a minute after the deletion. Several processes may call this method, and
   * may be killed at any moment. Returns false when nothing was left to delete.
   */
  async sweep(nowMs: number): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    const deletions = await kysely
      .selectFrom('project_deletions')
      .select(['project_id', 'asked_at'])
      .where('done_at', 'is', null)
      .orderBy('project_id')
      .execute();
    const step = { dialect, nowMs, others: this.#others, owners: this.#owners };
    for (const { project_id: projectId, asked_at: askedAt } of deletions) {
      const isChanged = await inTransaction(this.#database, (transaction) =>
        removeSomeOfProject({ ...step, transaction, projectId, askedAt }),
      );
      if (isChanged) return true;
    }
    return false;
  }
}

/** Hides the project from everybody. The new slug has a space, so no request can contain it. */
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

export const projectDeletion = {
  tables: ['project_deletions'],
  migrations: [createProjectDeletion],
  stores: {
    projectDeletions: {
      port: ProjectDeletionStore,
      open: (database, settings) => new ProjectDeletionStore(database, settings),
    },
  },
  projectRemoval: [],
} as const satisfies Capability;
