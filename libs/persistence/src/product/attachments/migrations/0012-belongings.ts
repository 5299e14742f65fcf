import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * Whether what files and feedback belong to was looked for, once it had to be there; and about which event a file is
 * that came with feedback. Rows of before are looked for, too.
 */
export const belongings: SchemaMigration = {
  name: '0012-belongings',
  async up(db) {
    for (const table of ['attachments', 'feedback']) {
      await db.schema
        .alterTable(table)
        .addColumn('is_checked', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await db.schema.alterTable('attachments').addColumn('about_event_id', 'text').execute();
    await createIndexes(db);
  },
};

/** Of what was looked for there are no entries: most of what is kept. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('attachments_unchecked')
    .on('attachments')
    .column('touched_at')
    .where(sql<boolean>`is_checked = 0 and state = 'kept'`)
    .execute();
  await db.schema
    .createIndex('attachments_about_event')
    .on('attachments')
    .columns(['project_id', 'about_event_id'])
    .where(sql<boolean>`about_event_id is not null`)
    .execute();
  await db.schema
    .createIndex('feedback_unchecked')
    .on('feedback')
    .column('received_at')
    .where(sql<boolean>`is_checked = 0 and event_id is not null`)
    .execute();
}
