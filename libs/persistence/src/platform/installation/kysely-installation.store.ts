import type { KyselyDatabase } from '../../kysely-database.ts';
import { InstallationStore } from './installation.store.ts';
import type { Installation } from './installation.store.ts';

export class KyselyInstallationStore extends InstallationStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async get(): Promise<Installation> {
    const { id, created_at } = await this.#database.kysely
      .selectFrom('installation')
      .select(['id', 'created_at'])
      .executeTakeFirstOrThrow();
    return { id, createdAtMs: created_at };
  }
}
