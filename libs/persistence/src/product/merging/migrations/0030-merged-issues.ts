import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Issues are merged: their rows stay, and their keys go to another issue and know where they came from (ADR 97). */
export const mergedIssues: SchemaMigration = {
  name: '0030-merged-issues',
  async up(db) {
    // One statement a column: SQLite adds no two at once.
    await db.schema
      .alterTable('issues')
      .addColumn('merged_into', 'bigint', (column) =>
        column.references('issues.id').onDelete('cascade'),
      )
      .execute();
    await db.schema
      .alterTable('issues')
      .addColumn('surplus_users', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    // For history, which is read over an issue and what was merged into it, and for deletion.
    await db.schema
      .createIndex('issues_by_merge')
      .on('issues')
      .column('merged_into')
      .where(sql.ref('merged_into'), 'is not', null)
      .execute();
    await db.schema.alterTable('grouping_keys').addColumn('merged_from', 'bigint').execute();
    await db.schema
      .alterTable('grouping_keys')
      .addColumn('is_one_of_several', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
