import type { SchemaMigration } from '#persistence/stores';

/** Sessions of earlier versions began with a password. */
export const tellHowSessionsBegan: SchemaMigration = {
  name: '0044-tell-how-sessions-began',
  async up(db) {
    const columns = [
      // Name of the provider; null for a password.
      ['provider', 'text'],
      ['second_factor', 'text'],
      ['confirmed_at', 'bigint'],
    ] as const;
    for (const [name, type] of columns) {
      await db.schema.alterTable('sessions').addColumn(name, type).execute();
    }
  },
};
