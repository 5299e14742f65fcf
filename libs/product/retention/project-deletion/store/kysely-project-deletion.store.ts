import type { Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { holdProject } from '#product/projects/projects';
import type { ChangedBy } from '#product/projects/projects';
import { ProjectDeletionStore } from './project-deletion.store.ts';
import { removeSomeOfProject } from './remove-project.ts';

export class KyselyProjectDeletionStore extends ProjectDeletionStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override delete(projectId: number, by: ChangedBy): Promise<boolean> {
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
      return true;
    });
  }

  override async sweep(nowMs: number): Promise<boolean> {
    const { dialect, kysely } = this.#database;
    const deletions = await kysely
      .selectFrom('project_deletions')
      .select(['project_id', 'asked_at'])
      .where('done_at', 'is', null)
      .orderBy('project_id')
      .execute();
    for (const { project_id: projectId, asked_at: askedAt } of deletions) {
      const isChanged = await inTransaction(this.#database, (transaction) =>
        removeSomeOfProject({ transaction, dialect, projectId, askedAt, nowMs }),
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
