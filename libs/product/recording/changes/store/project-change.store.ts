import type { KyselyDatabase } from '#persistence/stores';

/** Tells which projects have changed. */
export class ProjectChangeStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** The version of each project, by its id: another one after each change. Rejects with `database.unavailable`. */
  async readVersions(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#database.kysely
      .selectFrom('project_changes')
      .select(['project_id', 'version'])
      .execute();
    return new Map(rows.map(({ project_id, version }) => [project_id, version]));
  }

  /**
   * Ids of the projects with issues whose mute ran out after `afterMs`, `upToMs` at the latest: they are unresolved from then on,
   * though nothing is written. Rejects with `database.unavailable`.
   */
  async listUnmuted(afterMs: number, upToMs: number): Promise<number[]> {
    const rows = await this.#database.kysely
      .selectFrom('issues')
      .select('project_id')
      .distinct()
      .where('mute_until', '>', afterMs)
      .where('mute_until', '<=', upToMs)
      .execute();
    return rows.map(({ project_id }) => project_id);
  }
}
