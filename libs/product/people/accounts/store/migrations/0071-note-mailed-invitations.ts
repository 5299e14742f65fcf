import type { SchemaMigration } from '#persistence/stores';

/** Counts the links of earlier invitations as seen by their makers, because pages showed them. */
export const noteMailedInvitations: SchemaMigration = {
  name: '0071-note-mailed-invitations',
  async up(db) {
    await db.schema
      .alterTable('invitations')
      .addColumn('is_mailed_only', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
