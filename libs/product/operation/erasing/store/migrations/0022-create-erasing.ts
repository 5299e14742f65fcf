import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createErasing: SchemaMigration = {
  name: '0022-create-erasing',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('erasures'))
      .addColumn('project_id', 'bigint', (column) =>
        column.references('projects.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', columns.blob)
      .addColumn('name_hash', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('phase', 'text', (column) => column.notNull())
      .addColumn('reached_id', 'bigint', (column) => column.notNull())
      .addColumn('last_id', 'bigint', (column) => column.notNull())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .addColumn('asked_by', 'bigint')
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('erasures_at_work')
      .on('erasures')
      .column('id')
      .where(sql<boolean>`state in ('searching', 'erasing')`)
      .execute();
  },
};
