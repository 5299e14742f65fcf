import type { Transaction } from 'kysely';
import { projectLimits } from '#shared';
import type { StoreSettings, KyselyDatabase, Schema } from '#persistence/stores';
import { toPortableText, inTransaction } from '#persistence/stores';
import type { AuditedChange } from '#product/people/audit';
import { writeAudit } from '#product/people/audit';
import { holdProject } from './hold-project.ts';
import { createPublicKey, insertKey, KEY_COLUMNS, toProjectKey } from './project-key-row.ts';
import { selectProjects, toProject } from './project-row.ts';
import type { Project, ProjectKey } from './project.types.ts';

export interface ChangedBy {
  /** Absent when the configuration or an operator's command makes the change. */
  readonly byUserId?: number;
  readonly nowMs: number;
}

type KeyName = Pick<ProjectKey, 'projectId' | 'publicKey'>;

/**
 * Stores the changes that people make to projects and keys. Each change is written to the audit
 * log. Every method rejects with `database.unavailable` when the database does not answer.
 */
export class ProjectSettingsStore {
  readonly #database: KyselyDatabase;
  readonly #newProject: StoreSettings['newProject'];

  constructor(database: KyselyDatabase, { newProject }: Pick<StoreSettings, 'newProject'>) {
    this.#database = database;
    this.#newProject = newProject;
  }

  async find(slug: string): Promise<Project | undefined> {
    const row = await selectProjects(this.#database.kysely)
      .where('slug', '=', slug)
      .executeTakeFirst();
    return row && toProject(row);
  }

  /**
   * Creates a project with one enabled key. Returns undefined when another project has the slug.
   * When several calls come at once with the same slug, only one succeeds.
   *
   * The caller checks the form and length of slug and name.
   */
  create(
    { slug, name, platform }: Pick<Project, 'slug' | 'name' | 'platform'>,
    by: ChangedBy,
  ): Promise<Project | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      // `ProjectStore.ensure` looks for a project before inserting it. The lock keeps this
      // insertion from happening in between.
      await this.#database.dialect.lockProjects(transaction);
      const row = await transaction
        .insertInto('projects')
        .values({
          slug,
          name,
          platform: platform ?? null,
          created_at: by.nowMs,
        })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning(['id', 'slug', 'name'])
        .executeTakeFirst();
      if (!row) return undefined;
      const { id: projectId } = row;
      await insertKey(transaction, {
        publicKey: createPublicKey(),
        projectId,
        nowMs: by.nowMs,
      });
      for (const step of this.#newProject) await step(transaction, projectId);
      await audit(transaction, by, { projectId, what: 'project.created', to: row.name });
      return row;
    });
  }

  rename(projectId: number, name: string, by: ChangedBy): Promise<boolean> {
    return this.#holding(projectId, async (transaction) => {
      const before = await transaction
        .selectFrom('projects')
        .select('name')
        .where('id', '=', projectId)
        .executeTakeFirstOrThrow();
      const to = toPortableText(name);
      await transaction
        .updateTable('projects')
        .set({ name: to })
        .where('id', '=', projectId)
        .execute();
      await audit(transaction, by, { projectId, what: 'project.renamed', from: before.name, to });
      return true;
    });
  }

  setPlatform(projectId: number, platform: string, by: ChangedBy): Promise<boolean> {
    return this.#holding(projectId, async (transaction) => {
      const to = toPortableText(platform);
      await transaction
        .updateTable('projects')
        .set({ platform: to })
        .where('id', '=', projectId)
        .execute();
      await audit(transaction, by, { projectId, what: 'project.platform', to });
      return true;
    });
  }

  async listKeys(projectId: number): Promise<ProjectKey[]> {
    const rows = await this.#database.kysely
      .selectFrom('project_keys')
      .select(KEY_COLUMNS)
      .where('project_id', '=', projectId)
      .orderBy('created_at')
      .orderBy('public_key')
      .execute();
    return rows.map(toProjectKey);
  }

  /**
   * Adds a random, enabled key. Returns undefined when the project does not exist or already has
   * `projectLimits.keysPerProject` keys.
   */
  async addKey(projectId: number, by: ChangedBy, label?: string): Promise<ProjectKey | undefined> {
    const publicKey = createPublicKey();
    const isAdded = await this.#holding(projectId, async (transaction) => {
      const { count } = await transaction
        .selectFrom('project_keys')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= projectLimits.keysPerProject) return false;
      const named = label === undefined ? {} : { label };
      await insertKey(transaction, { publicKey, projectId, nowMs: by.nowMs, ...named });
      await audit(transaction, by, { projectId, what: 'key.added', target: publicKey, to: true });
      return true;
    });
    return isAdded ? { publicKey, projectId, enabled: true } : undefined;
  }

  /**
   * Adds an enabled key for error events only, unless the project already has such a key. A key
   * that people have disabled stays disabled.
   *
   * Several processes may call this method at once. Does nothing when no project has the slug.
   */
  async ensureErrorKey(slug: string, nowMs: number): Promise<void> {
    const project = await this.find(slug);
    if (!project) return;
    const { id: projectId } = project;
    await this.#holding(projectId, async (transaction) => {
      const key = await transaction
        .selectFrom('project_keys')
        .select('public_key')
        .where('project_id', '=', projectId)
        .where('scope', '=', 'errors')
        .executeTakeFirst();
      if (key) return true;
      await insertKey(transaction, {
        publicKey: createPublicKey(),
        projectId,
        nowMs,
        scope: 'errors',
      });
      return true;
    });
  }

  /** Enables or disables a key. Returns false when the project has no such key. */
  setKeyEnabled(
    { enabled, ...key }: Pick<ProjectKey, 'projectId' | 'publicKey' | 'enabled'>,
    by: ChangedBy,
  ): Promise<boolean> {
    return this.#changeKey(key, by, async (transaction, before) => {
      await updateKey(transaction, key, { enabled: enabled ? 1 : 0 });
      return { what: 'key.enabled', from: before.enabled, to: enabled };
    });
  }

  /**
   * Sets how many reports a minute the key may send. Without a number, the relay's own limit
   * applies. Returns false when the project has no such key.
   */
  limitKey(
    { reportsPerMinute, ...key }: Pick<ProjectKey, 'projectId' | 'publicKey' | 'reportsPerMinute'>,
    by: ChangedBy,
  ): Promise<boolean> {
    return this.#changeKey(key, by, async (transaction, before) => {
      await updateKey(transaction, key, { reports_per_minute: reportsPerMinute ?? null });
      return { what: 'key.limited', from: before.reportsPerMinute, to: reportsPerMinute };
    });
  }

  labelKey(
    { label, ...key }: KeyName & { readonly label: string },
    by: ChangedBy,
  ): Promise<boolean> {
    return this.#changeKey(key, by, async (transaction, before) => {
      await updateKey(transaction, key, { label });
      return { what: 'key.named', from: before.label, to: label };
    });
  }

  #holding(
    projectId: number,
    work: (transaction: Transaction<Schema>) => Promise<boolean>,
  ): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) =>
      (await holdProject(transaction, dialect, projectId)) ? work(transaction) : false,
    );
  }

  #changeKey(
    { projectId, publicKey }: KeyName,
    by: ChangedBy,
    change: (
      transaction: Transaction<Schema>,
      before: ProjectKey,
    ) => Promise<Pick<AuditedChange, 'what' | 'from' | 'to'>>,
  ): Promise<boolean> {
    return this.#holding(projectId, async (transaction) => {
      const row = await transaction
        .selectFrom('project_keys')
        .select(KEY_COLUMNS)
        .where('project_id', '=', projectId)
        .where('public_key', '=', publicKey)
        .executeTakeFirst();
      if (!row) return false;
      const changed = await change(transaction, toProjectKey(row));
      // Terraform sends each time what holds already.
      if (changed.from === changed.to) return true;
      await audit(transaction, by, { projectId, target: publicKey, ...changed });
      return true;
    });
  }
}

async function updateKey(
  transaction: Transaction<Schema>,
  { publicKey }: KeyName,
  change: { enabled: number } | { reports_per_minute: number | null } | { label: string },
): Promise<void> {
  await transaction
    .updateTable('project_keys')
    .set(change)
    .where('public_key', '=', publicKey)
    .execute();
}

function audit(
  transaction: Transaction<Schema>,
  { byUserId, nowMs: atMs }: ChangedBy,
  change: Omit<AuditedChange, 'atMs' | 'byUserId'>,
): Promise<void> {
  return writeAudit(transaction, [{ atMs, byUserId, ...change }]);
}
