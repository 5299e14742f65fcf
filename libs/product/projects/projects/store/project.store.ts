import type { Transaction } from 'kysely';
import type { ProjectSeed } from '#shared';
import type { StoreSettings, KyselyDatabase, Schema } from '#persistence/stores';
import { KeptQueries, inTransaction } from '#persistence/stores';
import { createPublicKey, insertKey, KEY_COLUMNS, toProjectKey } from './project-key-row.ts';
import { selectProjects, toProject } from './project-row.ts';
import type { Project, ProjectKey } from './project.types.ts';

export class ProjectStore {
  readonly #database: KyselyDatabase;
  readonly #newProject: StoreSettings['newProject'];
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase, { newProject }: Pick<StoreSettings, 'newProject'>) {
    this.#database = database;
    this.#newProject = newProject;
    this.#kept = new KeptQueries(database.kysely);
  }

  /**
   * Creates the projects that do not exist yet, each with one enabled key. Does not change existing
   * projects, and does not recreate projects that people have deleted.
   *
   * Several processes may call this method at once. Rejects when a seed's id or key belongs to
   * another project.
   */
  async ensure(seeds: readonly ProjectSeed[]): Promise<void> {
    const { dialect } = this.#database;
    // Seeds with explicit ids come first. Otherwise the database could give one of these ids to
    // another seed.
    const inOrder = seeds.toSorted((a, b) => Number(!a.id) - Number(!b.id));
    await inTransaction(this.#database, async (transaction) => {
      await dialect.lockProjects(transaction);
      const deleted = await listDeletedSlugs(transaction);
      for (const seed of inOrder) {
        if (deleted.has(seed.slug)) continue;
        const { id, isNew } = await findOrInsertProject(transaction, seed);
        if (isNew) for (const step of this.#newProject) await step(transaction, id);
        // The database's id counter must move past this explicit id, because the next project may
        // get its id from the counter.
        if (isNew && seed.id !== undefined) await dialect.continueProjectIds(transaction);
        await settleKey(transaction, { seed, projectId: id, isNew });
      }
    });
  }

  async list(): Promise<Project[]> {
    const rows = await this.#kept.run('list', {}, () =>
      selectProjects(this.#database.kysely).orderBy('projects.id'),
    );
    return rows.map(toProject);
  }

  async listCreatedAt(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#database.kysely
      .selectFrom('projects')
      .select(['id', 'created_at'])
      .where('deleted_at', 'is', null)
      .execute();
    return new Map(rows.map(({ id, created_at: createdAtMs }) => [id, createdAtMs]));
  }

  async listKeys(): Promise<ProjectKey[]> {
    const rows = await this.#database.kysely
      .selectFrom('project_keys')
      .select(KEY_COLUMNS)
      .orderBy('project_id')
      .orderBy('created_at')
      .orderBy('public_key')
      .execute();
    return rows.map(toProjectKey);
  }
}

/**
 * Lists slugs of deleted projects, except slugs that a new project has taken. The configuration
 * does not recreate deleted projects.
 */
async function listDeletedSlugs(transaction: Transaction<Schema>): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('project_deletions')
    .select('slug')
    .where('slug', 'not in', (projects) => projects.selectFrom('projects').select('slug'))
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

async function findOrInsertProject(
  transaction: Transaction<Schema>,
  { slug, id }: ProjectSeed,
): Promise<{ id: number; isNew: boolean }> {
  const ofSlug = await transaction
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  const ofId =
    id === undefined
      ? undefined
      : await transaction
          .selectFrom('projects')
          .select('slug')
          .where('id', '=', id)
          .executeTakeFirst();
  if (ofId && ofId.slug !== slug) {
    throw new Error(`The project "${slug}" cannot have the id ${id}: "${ofId.slug}" has it.`);
  }
  if (ofSlug) return { id: ofSlug.id, isNew: false };
  const inserted = await transaction
    .insertInto('projects')
    .values({ id, slug, name: slug, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: inserted.id, isNew: true };
}

/**
 * Gives a new project its key. Throws when the seed's key belongs to another project. Does not
 * change an existing project.
 */
async function settleKey(
  transaction: Transaction<Schema>,
  { seed, projectId, isNew }: { seed: ProjectSeed; projectId: number; isNew: boolean },
): Promise<void> {
  const publicKey = seed.publicKey ?? createPublicKey();
  const holder = await transaction
    .selectFrom('project_keys')
    .select('project_id')
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  if (holder && holder.project_id !== projectId) {
    throw new Error(
      `The project "${seed.slug}" cannot have the key ${publicKey}: project ${holder.project_id} has it.`,
    );
  }
  if (!isNew) return;
  await insertKey(transaction, { publicKey, projectId, nowMs: Date.now() });
}
