import type { SchemaMigration } from '#persistence/stores';

/** Existing sessions have null in `provider`, because they all began with a password. */
export const tellHowSessionsBegan: SchemaMigration = {
  name: '0044-tell-how-sessions-began',
  async up(db) {
    const columns = [
      ['provider', 'text'],
      ['second_factor', 'text'],
      ['confirmed_at', 'bigint'],
    ] as const;
    for (const [name, type] of columns) {
      await db.schema.alterTable('sessions').addColumn(name, type).execute();
    }
  },
};
