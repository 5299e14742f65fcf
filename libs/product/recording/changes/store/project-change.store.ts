import type { KyselyDatabase } from '#persistence/stores';
import { type Capability, storeOf } from '#persistence/stores';
import type { NewProjectStep } from '#product/projects/projects';
import type { RecordingStep } from '#product/recording/steps';
import { createProjectChanges } from './migrations/0037-create-project-changes.ts';
import { raiseProjects } from './raise-projects.ts';

const raiseRecorded: RecordingStep = {
  locks: 'changes',
  run: ({ transaction, events, changed }) =>
    raiseProjects(transaction, [
      ...[...events.keys()].map(({ event }) => event.projectId),
      ...changed,
    ]),
};

interface ProjectChangesTable {
  readonly project_id: number;
  /** Each transaction that changes what the project's pages show raises the version by one. */
  readonly version: number;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly project_changes: ProjectChangesTable;
  }
}

/** Inserts the project's row, so that `raiseProjects` only needs to update it. */
const noteNewProject: NewProjectStep = async (transaction, projectId) => {
  await transaction
    .insertInto('project_changes')
    .values({ project_id: projectId, version: 1 })
    .execute();
};

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

export const changes = {
  tables: ['project_changes'],
  migrations: [createProjectChanges],
  stores: { projectChanges: storeOf(ProjectChangeStore) },
  recording: [raiseRecorded],
  newProject: [noteNewProject],
} as const satisfies Capability;
