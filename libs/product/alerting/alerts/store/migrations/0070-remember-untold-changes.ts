import type { SchemaMigration } from '#persistence/stores';

/** Remembers also issues that regressed, or whose mute ended, for a rule that told nobody yet. */
export const rememberUntoldChanges: SchemaMigration = {
  name: '0070-remember-untold-changes',
  async up(db) {
    await db.schema
      .alterTable('alert_untold')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('new'))
      .execute();
  },
};
