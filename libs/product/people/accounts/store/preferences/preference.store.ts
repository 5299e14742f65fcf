import type { KyselyDatabase } from '#persistence/stores';
import { KeptQueries, type Capability, storeOf } from '#persistence/stores';
import { createPreferences } from './migrations/0025-create-preferences.ts';
import { joinPreferences } from './migrations/0041-join-preferences.ts';

interface UserPreferencesTable {
  readonly user_id: number;
  readonly name: string;
  /** JSON. */
  readonly value: string;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly user_preferences: UserPreferencesTable;
  }
}

/** Every method rejects with `database.unavailable` when the database does not answer. */
export class PreferenceStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  /** Returns undefined when no value is stored. The caller validates the value. */
  async find(userId: number, name: string): Promise<unknown> {
    const [row] = await this.#kept.run('find', { userId, name }, (slot) =>
      this.#database.kysely
        .selectFrom('user_preferences')
        .select('value')
        .where('user_id', '=', slot('userId'))
        .where('name', '=', slot('name')),
    );
    return row && JSON.parse(row.value);
  }

  /** Stores any JSON value; `undefined` deletes the preference. */
  async set(userId: number, name: string, value: unknown): Promise<void> {
    const { kysely } = this.#database;
    if (value === undefined) {
      await kysely
        .deleteFrom('user_preferences')
        .where('user_id', '=', userId)
        .where('name', '=', name)
        .execute();
      return;
    }
    const json = JSON.stringify(value);
    await kysely
      .insertInto('user_preferences')
      .values({ user_id: userId, name, value: json })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value: json }))
      .execute();
  }
}

export const preferences = {
  tables: ['user_preferences'],
  migrations: [createPreferences, joinPreferences],
  stores: { preferences: storeOf(PreferenceStore) },
  ofPerson: ['user_preferences'],
} as const satisfies Capability;
