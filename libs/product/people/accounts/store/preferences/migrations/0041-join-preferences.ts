import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/**
 * Before 0.2.0, switching off single-key shortcuts was a preference of its own. Now it is a field
 * of the `console` preference.
 */
export const joinPreferences: SchemaMigration = {
  name: '0041-join-preferences',
  async up(db) {
    const value = JSON.stringify({ areKeysOn: false });
    await sql`
      update user_preferences set name = 'console', value = ${value} where name = 'single-keys'
    `.execute(db);
  },
};
