import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/**
 * Which files were looked at when they came and have no event or feedback yet: so that what waits in a project can be
 * added up by an index alone. Files of before are looked at once more.
 */
export const awaitingFiles: SchemaMigration = {
  name: '0015-awaiting-files',
  async up(db) {
    await db.schema
      .alterTable('attachments')
      .addColumn('is_awaiting', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.dropIndex('attachments_unchecked').execute();
    await db.schema
      .createIndex('attachments_unchecked')
      .on('attachments')
      .column('touched_at')
      .where(sql<boolean>`is_checked = 0 and is_awaiting = 0 and state = 'kept'`)
      .execute();
    await db.schema
      .createIndex('attachments_awaiting')
      .on('attachments')
      .columns(['project_id', 'touched_at', 'bytes'])
      .where(sql<boolean>`is_awaiting = 1 and state = 'kept'`)
      .execute();
  },
};
