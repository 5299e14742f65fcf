import type { Transaction, Updateable } from 'kysely';
import { projectLimits } from '#shared';
import type { KyselyDatabase } from '../kysely-database.ts';
import type { ProjectsTable } from '../schema/product.schema.ts';
import type { Schema } from '../schema/schema.ts';
import { createPublicKey, insertKey, KEY_COLUMNS, toProjectKey } from './project-key-row.ts';
import { PROJECT_COLUMNS, toProject } from './project-row.ts';
import { ProjectSettingsStore } from './project-settings.store.ts';
import type { Project, ProjectKey } from './project.store.ts';
import { toPortableText } from './recording/portable-text.ts';
import { inTransaction } from './transaction.ts';

export class KyselyProjectSettingsStore extends ProjectSettingsStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async find(slug: string): Promise<Project | undefined> {
    const row = await this.#database.kysely
      .selectFrom('projects')
      .select(PROJECT_COLUMNS)
      .where('slug', '=', toPortableText(slug))
      .executeTakeFirst();
    return row && toProject(row);
  }

  override create({
    slug,
    name,
    nowMs,
  }: {
    slug: string;
    name: string;
    nowMs: number;
  }): Promise<Project | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      // Who ensures projects looks before making one: none may come in between.
      await this.#database.dialect.lockProjects(transaction);
      const row = await transaction
        .insertInto('projects')
        .values({ slug, name: toPortableText(name), created_at: nowMs })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning(PROJECT_COLUMNS)
        .executeTakeFirst();
      if (!row) return undefined;
      await insertKey(transaction, { publicKey: createPublicKey(), projectId: row.id, nowMs });
      return toProject(row);
    });
  }

  override rename(projectId: number, name: string): Promise<boolean> {
    return this.#change(projectId, { name: toPortableText(name) });
  }

  override limit(projectId: number, reportsPerMinute?: number): Promise<boolean> {
    return this.#change(projectId, { reports_per_minute: reportsPerMinute ?? null });
  }

  override allowOrigins(projectId: number, origins: readonly string[]): Promise<boolean> {
    const listed = origins.length === 0 ? null : origins.join(' ');
    return this.#change(projectId, { allowed_origins: listed });
  }

  override async listKeys(projectId: number): Promise<ProjectKey[]> {
    const rows = await this.#database.kysely
      .selectFrom('project_keys')
      .select(KEY_COLUMNS)
      .where('project_id', '=', projectId)
      .orderBy('created_at')
      .orderBy('public_key')
      .execute();
    return rows.map(toProjectKey);
  }

  override addKey(projectId: number, nowMs: number): Promise<ProjectKey | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await this.#hold(transaction, projectId))) return undefined;
      const { count } = await transaction
        .selectFrom('project_keys')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= projectLimits.keysPerProject) return undefined;
      const publicKey = createPublicKey();
      await insertKey(transaction, { publicKey, projectId, nowMs });
      return { publicKey, projectId, enabled: true };
    });
  }

  override async ensureErrorKey(slug: string, nowMs: number): Promise<void> {
    const project = await this.find(slug);
    if (!project) return;
    await inTransaction(this.#database, async (transaction) => {
      await this.#hold(transaction, project.id);
      const key = await transaction
        .selectFrom('project_keys')
        .select('public_key')
        .where('project_id', '=', project.id)
        .where('scope', '=', 'errors')
        .executeTakeFirst();
      if (key) return;
      const publicKey = createPublicKey();
      await insertKey(transaction, { publicKey, projectId: project.id, nowMs, scope: 'errors' });
    });
  }

  override setKeyEnabled({ enabled, ...key }: ProjectKey): Promise<boolean> {
    return this.#changeKey(key, { enabled: enabled ? 1 : 0 });
  }

  override limitKey({
    reportsPerMinute,
    ...key
  }: Pick<ProjectKey, 'projectId' | 'publicKey' | 'reportsPerMinute'>): Promise<boolean> {
    return this.#changeKey(key, { reports_per_minute: reportsPerMinute ?? null });
  }

  async #change(projectId: number, change: Updateable<ProjectsTable>): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('projects')
      .set(change)
      .where('id', '=', projectId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async #changeKey(
    { projectId, publicKey }: Pick<ProjectKey, 'projectId' | 'publicKey'>,
    change: { enabled: number } | { reports_per_minute: number | null },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('project_keys')
      .set(change)
      .where('project_id', '=', projectId)
      .where('public_key', '=', toPortableText(publicKey))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Whoever else adds keys to it waits until the transaction has ended. False when it is not there. */
  async #hold(transaction: Transaction<Schema>, projectId: number): Promise<boolean> {
    const project = transaction.selectFrom('projects').select('id').where('id', '=', projectId);
    const held = this.#database.dialect.hasConcurrentWriters ? project.forNoKeyUpdate() : project;
    return (await held.executeTakeFirst()) !== undefined;
  }
}
