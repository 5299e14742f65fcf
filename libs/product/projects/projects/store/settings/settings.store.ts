import type { Kysely, Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, KeptQueries, type Capability, storeOf } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { holdProject } from '../hold-project.ts';
import type { SettingsPart } from '../settings-part.ts';
import { createSettings } from './migrations/0018-create-settings.ts';

interface ProjectSettingsTable {
  readonly project_id: number;
  readonly part: string;
  readonly version: number;
  /** JSON; holds only the fields that people have set. */
  readonly value: string;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly project_settings: ProjectSettingsTable;
  }
}

export interface SettingsChange<T extends object> {
  readonly projectId: number;
  readonly patch: { readonly [Field in keyof T]?: T[Field] | undefined };
  /** Absent when the configuration or an operator's command makes the change. */
  readonly byUserId?: number;
  readonly nowMs: number;
  /**
   * Version that the change is based on. When the database has another version, the result is
   * `conflict`. When absent, the change overwrites any version.
   */
  readonly version?: number;
}

type SettingsResult = 'changed' | 'same' | 'conflict' | 'no_project';

/**
 * Stores project settings, one row for each part. Writes each change to the audit log. Callers
 * check values.
 */
export class SettingsStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the settings, with defaults for fields that nobody has set. The version is 0 before the
   * first change.
   */
  async get<T extends object>(
    projectId: number,
    { name, defaults }: SettingsPart<T>,
  ): Promise<{ readonly value: T; readonly version: number }> {
    const { own, version } = await read(this.#database.kysely, projectId, name);
    return { value: { ...defaults, ...own }, version };
  }

  /** Returns the settings of every project that has set a field of this part, by project id. */
  async list<T extends object>({
    name,
    defaults,
  }: SettingsPart<T>): Promise<ReadonlyMap<number, T>> {
    const rows = await this.#database.kysely
      .selectFrom('project_settings')
      .select(['project_id', 'value'])
      .where('part', '=', name)
      .execute();
    return new Map(
      rows.map((row) => [row.project_id, { ...defaults, ...(JSON.parse(row.value) as object) }]),
    );
  }

  patch<T extends object>(
    part: SettingsPart<T>,
    change: SettingsChange<T>,
  ): Promise<SettingsResult> {
    return inTransaction(this.#database, async (transaction) => {
      const { projectId, patch, byUserId, nowMs: atMs } = change;
      const { dialect } = this.#database;
      // The lock makes changes of one project run one after the other.
      if (!(await holdProject(transaction, dialect, projectId))) return 'no_project';
      const { own, version } = await read(transaction, projectId, part.name);
      if (change.version !== undefined && change.version !== version) return 'conflict';
      const value = JSON.stringify(withPatch(own, patch));
      if (value === JSON.stringify(own)) return 'same';
      await write(transaction, {
        project_id: projectId,
        part: part.name,
        version: version + 1,
        value,
      });
      const audited = { atMs, projectId, byUserId };
      const changes = Object.keys(patch).map((field) => ({
        ...audited,
        what: `settings.${part.name}`,
        target: field,
        from: (own as Record<string, unknown>)[field],
        to: (patch as Record<string, unknown>)[field],
      }));
      await writeAudit(transaction, changes);
      return 'changed';
    });
  }
}

/** Applies a patch. Sorts the fields, so that equal values have equal JSON. */
function withPatch(own: object, patch: object): object {
  const entries = Object.entries({ ...own, ...patch }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function read(
  db: Kysely<Schema>,
  projectId: number,
  part: string,
): Promise<{ own: object; version: number }> {
  const [row] = await KeptQueries.of(db).run('project settings', { projectId, part }, (slot) =>
    db
      .selectFrom('project_settings')
      .select(['version', 'value'])
      .where('project_id', '=', slot('projectId'))
      .where('part', '=', slot('part')),
  );
  return { own: withPatch(JSON.parse(row?.value ?? '{}'), {}), version: row?.version ?? 0 };
}

async function write(
  transaction: Transaction<Schema>,
  row: { project_id: number; part: string; version: number; value: string },
): Promise<void> {
  await transaction
    .insertInto('project_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'part'])
        .doUpdateSet({ version: row.version, value: row.value }),
    )
    .execute();
}

export const settings = {
  tables: ['project_settings'],
  migrations: [createSettings],
  stores: { settings: storeOf(SettingsStore) },
} as const satisfies Capability;
