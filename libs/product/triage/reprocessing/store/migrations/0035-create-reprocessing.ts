import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createReprocessing: SchemaMigration = {
  name: '0035-create-reprocessing',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('reprocessings'))
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('issue_id', 'bigint', (column) =>
        column.notNull().references('issues.id').onDelete('cascade'),
      )
      .addColumn('by_user', 'bigint')
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('keys', 'text', (column) => column.notNull())
      .addColumn('key_place', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('reached_at', 'bigint', (column) => column.notNull())
      .addColumn('reached_id', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('looked', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('mapped', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('first_key', 'bigint')
      .addColumn('merge_id', 'bigint')
      .execute();
    await db.schema
      .createIndex('reprocessings_at_work')
      .on('reprocessings')
      .column('id')
      .where(sql<boolean>`state in ('running', 'undoing')`)
      .execute();
    await db.schema
      .createIndex('reprocessings_by_issue')
      .on('reprocessings')
      .columns(['issue_id', 'id'])
      .execute();
    await db.schema
      .createIndex('reprocessings_by_project')
      .on('reprocessings')
      .column('project_id')
      .execute();
    await columns
      .storeInPrimaryKey(
        db.schema
          .createTable('reprocessed_events')
          .addColumn('order_id', 'bigint', (column) =>
            column.notNull().references('reprocessings.id').onDelete('cascade'),
          )
          .addColumn('event_id', 'bigint', (column) => column.notNull())
          .addColumn('from_key', 'bigint', (column) => column.notNull())
          .addColumn('to_key', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('reprocessed_events_primary', ['order_id', 'event_id']),
      )
      .execute();
  },
};
