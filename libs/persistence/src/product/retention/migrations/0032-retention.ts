import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What came before a time is found by an index, project by project. Users have the days on which they were there; those of
 * before have that of their key's newest event, which is none earlier than theirs.
 */
export const retention: SchemaMigration = {
  name: '0032-retention',
  async up(db) {
    for (const table of ['events', 'attachments', 'feedback']) {
      await db.schema
        .createIndex(`${table}_by_receipt`)
        .on(table)
        .columns(['project_id', 'received_at', 'id'])
        .execute();
    }
    await db.schema
      .alterTable('storage_days')
      .addColumn('thinned', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const day of ['first_on', 'last_on']) {
      await db.schema
        .alterTable('key_users')
        .addColumn(day, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await sql`
      update key_users set (first_on, last_on) = (
        select last_seen_at / ${sql.lit(DAY_MS)}, last_seen_at / ${sql.lit(DAY_MS)}
        from grouping_keys where grouping_keys.id = key_users.grouping_key_id
      )`.execute(db);
  },
};
