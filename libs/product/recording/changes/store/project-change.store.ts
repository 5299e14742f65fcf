import type { KyselyDatabase } from '#persistence/stores';

export class ProjectChangeStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Returns the version of each project, by its id. Every change of a project also changes its
   * version. Rejects with `database.unavailable`.
   */
  async readVersions(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#database.kysely
      .selectFrom('project_changes')
      .select(['project_id', 'version'])
      .execute();
    return new Map(rows.map(({ project_id, version }) => [project_id, version]));
  }

  /**
   * Returns ids of projects with issues whose mute ended after `afterMs` and not after `upToMs`.
   * Such an issue becomes unresolved without any write, so the version of its project does not
   * change. Rejects with `database.unavailable`.
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
