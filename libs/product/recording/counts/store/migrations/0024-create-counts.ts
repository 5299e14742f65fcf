import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createCounts: SchemaMigration = {
  name: '0024-create-counts',
  async up(db, columns) {
    await createNames(db, columns);
    for (const table of ['event_minutes', 'event_hours', 'event_days', 'event_totals']) {
      await createTable(db, columns, table);
    }
    await db.schema
      .createIndex('event_totals_by_release')
      .on('event_totals')
      .columns(['release_id', 'environment_id', 'grouping_key_id'])
      .execute();
  },
};

async function createNames(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addRowId(db.schema.createTable('counted_names'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addUniqueConstraint('counted_names_by_name', ['project_id', 'kind', 'name'])
    .execute();
}

async function createTable(
  db: Kysely<unknown>,
  columns: PortableColumns,
  name: string,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('release_id', 'bigint', (column) => column.notNull())
    .addColumn('environment_id', 'bigint', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_by_name`, [
      'grouping_key_id',
      'starts_at',
      'release_id',
      'environment_id',
    ]);
  await columns.storeInPrimaryKey(table).execute();
}
