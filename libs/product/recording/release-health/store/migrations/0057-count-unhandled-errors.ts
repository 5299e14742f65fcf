import type { SchemaMigration } from '#persistence/stores';

/** Bits of all kinds of ends, because nobody knows the kind of an end that is stored already. */
const ALL_KINDS = 7;

export const countUnhandledErrors: SchemaMigration = {
  name: '0057-count-unhandled-errors',
  async up(db) {
    // Hours from before this migration say nothing of unhandled errors, so they keep null.
    await db.schema.alterTable('session_hours').addColumn('failed', 'bigint').execute();
    for (const name of ['kinds', 'kinds_before']) {
      await db.schema
        .alterTable('session_ends')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(ALL_KINDS))
        .execute();
    }
  },
};
