import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createBulk: SchemaMigration = {
  name: '0026-create-bulk',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('bulk_changes'))
      .addColumn('project_id', 'bigint', (column) =>
        column.references('projects.id').onDelete('cascade'),
      )
      .addColumn('query', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('wish', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('asked_by', 'bigint', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('reached_id', 'bigint', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('seen', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('changed', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('refused', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('undone', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('not_undone', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('bulk_changes_at_work')
      .on('bulk_changes')
      .column('id')
      .where(sql<boolean>`state in ('changing', 'undoing')`)
      .execute();
    await db.schema
      .createIndex('bulk_changes_by_person')
      .on('bulk_changes')
      .columns(['asked_by', 'id'])
      .execute();
    await columns
      .storeInPrimaryKey(
        db.schema
          .createTable('bulk_change_rows')
          .addColumn('bulk_id', 'bigint', (column) =>
            column.notNull().references('bulk_changes.id').onDelete('cascade'),
          )
          .addColumn('history_id', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('bulk_change_rows_primary', ['bulk_id', 'history_id']),
      )
      .execute();
  },
};
