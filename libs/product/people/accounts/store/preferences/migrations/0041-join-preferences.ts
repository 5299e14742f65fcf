import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/** Until 0.2.0 single keys that are off were a preference by themselves. They are a field of the preferences of the console from then on. */
export const joinPreferences: SchemaMigration = {
  name: '0041-join-preferences',
  async up(db) {
    const value = JSON.stringify({ areKeysOn: false });
    await sql`
      update user_preferences set name = 'console', value = ${value} where name = 'single-keys'
    `.execute(db);
  },
};
