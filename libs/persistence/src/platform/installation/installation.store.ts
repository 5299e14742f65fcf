import type { KyselyDatabase } from '../../kysely-database.ts';

export interface Installation {
  /** Random. Services with different ids use different databases. */
  readonly id: string;
  readonly createdAtMs: number;
}

export class InstallationStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  async get(): Promise<Installation> {
    const { id, created_at } = await this.#database.kysely
      .selectFrom('installation')
      .select(['id', 'created_at'])
      .executeTakeFirstOrThrow();
    return { id, createdAtMs: created_at };
  }
}
