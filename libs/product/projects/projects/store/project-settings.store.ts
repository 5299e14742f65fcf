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

/** Who makes a change, and when. The audit log keeps it. */
export interface ChangedBy {
  /** Absent where the configuration or the operator's command makes it. */
  readonly byUserId?: number;
  readonly nowMs: number;
}

type KeyName = Pick<ProjectKey, 'projectId' | 'publicKey'>;

/**
 * Projects and their keys as people make and change them. Each change stands in the audit log. Every method rejects with
 * `database.unavailable`.
 */
export class ProjectSettingsStore {
  readonly #database: KyselyDatabase;
  readonly #newProject: StoreSettings['newProject'];

  constructor(database: KyselyDatabase, { newProject }: Pick<StoreSettings, 'newProject'>) {
    this.#database = database;
    this.#newProject = newProject;
  }

  /** Undefined when no project has the slug. */
  async find(slug: string): Promise<Project | undefined> {
    const row = await selectProjects(this.#database.kysely)
      .where('slug', '=', toPortableText(slug))
      .executeTakeFirst();
    return row && toProject(row);
  }

  /**
   * Makes a project with one enabled key. Undefined when another one has the slug: of several that ask for it
   * at the same time one gets it. Form and length of slug and name are the caller's to check.
   */
  create(
    { slug, name }: Pick<Project, 'slug' | 'name'>,
    by: ChangedBy,
  ): Promise<Project | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      // Who ensures projects looks before making one: none may come in between.
      await this.#database.dialect.lockProjects(transaction);
      const row = await transaction
        .insertInto('projects')
        .values({ slug, name: toPortableText(name), created_at: by.nowMs })
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

  /** False when there is no such project. */
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

  /** Of one project, oldest first, disabled ones included. */
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
   * Makes another key, random and enabled. Undefined when the project has `projectLimits.keysPerProject` already,
   * or is not there.
   */
  async addKey(projectId: number, by: ChangedBy): Promise<ProjectKey | undefined> {
    const publicKey = createPublicKey();
    const isAdded = await this.#holding(projectId, async (transaction) => {
      const { count } = await transaction
        .selectFrom('project_keys')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= projectLimits.keysPerProject) return false;
      await insertKey(transaction, { publicKey, projectId, nowMs: by.nowMs });
      await audit(transaction, by, { projectId, what: 'key.added', target: publicKey, to: true });
      return true;
    });
    return isAdded ? { publicKey, projectId, enabled: true } : undefined;
  }

  /**
   * Makes the key of the project for errors alone, random and enabled, where it has none: one that was disabled stays so.
   * Safe to run from several processes at once. Does nothing when no project has the slug.
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

  /** False when the project has no such key. */
  setKeyEnabled(
    { enabled, ...key }: Pick<ProjectKey, 'projectId' | 'publicKey' | 'enabled'>,
    by: ChangedBy,
  ): Promise<boolean> {
    return this.#changeKey(key, by, async (transaction, before) => {
      await updateKey(transaction, key, { enabled: enabled ? 1 : 0 });
      return { what: 'key.enabled', from: before.enabled, to: enabled };
    });
  }

  /** How many reports it may send in a minute; without a number as the relay is set. False when the project has no such key. */
  limitKey(
    { reportsPerMinute, ...key }: Pick<ProjectKey, 'projectId' | 'publicKey' | 'reportsPerMinute'>,
    by: ChangedBy,
  ): Promise<boolean> {
    return this.#changeKey(key, by, async (transaction, before) => {
      await updateKey(transaction, key, { reports_per_minute: reportsPerMinute ?? null });
      return { what: 'key.limited', from: before.reportsPerMinute, to: reportsPerMinute };
    });
  }

  /** False when there is no such project. Others who change it wait. */
  #holding(
    projectId: number,
    work: (transaction: Transaction<Schema>) => Promise<boolean>,
  ): Promise<boolean> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) =>
      (await holdProject(transaction, dialect, projectId)) ? work(transaction) : false,
    );
  }

  /** False when the project has no such key. */
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
        .where('public_key', '=', toPortableText(publicKey))
        .executeTakeFirst();
      if (!row) return false;
      const changed = await change(transaction, toProjectKey(row));
      await audit(transaction, by, { projectId, target: publicKey, ...changed });
      return true;
    });
  }
}

async function updateKey(
  transaction: Transaction<Schema>,
  { publicKey }: KeyName,
  change: { enabled: number } | { reports_per_minute: number | null },
): Promise<void> {
  await transaction
    .updateTable('project_keys')
    .set(change)
    .where('public_key', '=', toPortableText(publicKey))
    .execute();
}

function audit(
  transaction: Transaction<Schema>,
  { byUserId, nowMs: atMs }: ChangedBy,
  change: Omit<AuditedChange, 'atMs' | 'byUserId'>,
): Promise<void> {
  return writeAudit(transaction, [
    { atMs, ...(byUserId === undefined ? {} : { byUserId }), ...change },
  ]);
}
