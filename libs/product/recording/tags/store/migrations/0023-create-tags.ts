import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createTags: SchemaMigration = {
  name: '0023-create-tags',
  async up(db, columns) {
    await columns
      .addRowId(db.schema.createTable('tag_journal'))
      .addColumn('entries', 'text', (column) => column.notNull())
      .execute();
    await createTable(db, columns);
    await columns
      .storeInPrimaryKey(
        createCounts(db, 'tag_counts')
          .addColumn('day', 'integer', (column) => column.notNull())
          .addColumn('tag_id', 'bigint', (column) => column.notNull())
          .addColumn('events', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('tag_counts_primary', ['grouping_key_id', 'day', 'tag_id']),
      )
      .execute();
    await createSums(db, columns);
  },
};

async function createTable(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('tags'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    // The column that searches use: `value` with ASCII capitals in lower case.
    .addColumn('folded', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('tags_by_value')
    .unique()
    .on('tags')
    .columns(['name', 'folded', 'value', 'project_id'])
    .execute();
  await db.schema.createIndex('tags_by_project').on('tags').column('project_id').execute();
}

async function createSums(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .storeInPrimaryKey(
      createCounts(db, 'key_tags')
        .addColumn('tag_id', 'bigint', (column) => column.notNull())
        .addColumn('events', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('key_tags_primary', ['grouping_key_id', 'tag_id']),
    )
    .execute();
  await db.schema
    .createIndex('key_tags_by_tag')
    .on('key_tags')
    .columns(['tag_id', 'grouping_key_id'])
    .execute();
  await columns
    .storeInPrimaryKey(
      createCounts(db, 'key_tag_names')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('tag_values', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('key_tag_names_primary', ['grouping_key_id', 'name']),
    )
    .execute();
  await db.schema
    .createIndex('key_tag_names_by_name')
    .on('key_tag_names')
    .columns(['name', 'grouping_key_id'])
    .execute();
}

function createCounts(db: Kysely<unknown>, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    );
}
