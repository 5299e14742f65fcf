import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const createSavedSearches: SchemaMigration = {
  name: '0027-create-saved-searches',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('saved_searches'))
      .addColumn('user_id', 'bigint')
      .addColumn('project_id', 'bigint', (column) =>
        column.references('projects.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('query', 'text', (column) => column.notNull())
      .addColumn('sort', 'text', (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('saved_searches_of_people')
      .on('saved_searches')
      .column('user_id')
      .where(sql.ref('user_id'), 'is not', null)
      .execute();
    await db.schema
      .createIndex('saved_searches_of_projects')
      .on('saved_searches')
      .columns(['project_id'])
      .execute();
  },
};
