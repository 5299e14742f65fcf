import type { ColumnDefinitionBuilder } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

const PLACE = ['name_id', 'step', 'starts_at', 'environment_id', 'release_id'] as const;

export const createSpans: SchemaMigration = {
  name: '0061-create-spans',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('span_names'))
      .addColumn('project_id', 'bigint', ofProject)
      .addColumn('segment_id', 'bigint', (id) => id.notNull())
      .addColumn('kind', 'text', (kind) => kind.notNull())
      .addColumn('name', 'text', (name) => name.notNull())
      .addColumn('is_address', 'integer', (flag) => flag.notNull())
      .addColumn('bytes', 'bigint', (bytes) => bytes.notNull().defaultTo(0))
      .addColumn('slower', 'text', (json) => json.notNull().defaultTo('[]'))
      .addUniqueConstraint('span_names_by_name', ['project_id', 'segment_id', 'kind', 'name'])
      .execute();
    let counts = db.schema
      .createTable('span_counts')
      .addColumn('name_id', 'bigint', (id) =>
        id.notNull().references('span_names.id').onDelete('cascade'),
      );
    for (const name of [...PLACE.slice(1), 'seen', 'most']) {
      counts = counts.addColumn(name, 'bigint', (column) => column.notNull());
    }
    for (const name of ['weighted', 'failed', 'cancelled', 'total_us']) {
      counts = counts.addColumn(name, 'double precision', (column) => column.notNull());
    }
    counts = counts
      .addColumn('durations', columns.blob, (bytes) => bytes.notNull())
      .addPrimaryKeyConstraint('span_counts_by_place', [...PLACE] as never[]);
    await columns.storeInPrimaryKey(counts).execute();
    await columns
      .addRowId(db.schema.createTable('span_arrivals'))
      .addColumn('project_id', 'bigint', ofProject)
      .addColumn('sums', 'text', (json) => json.notNull())
      .execute();
    const items = db.schema
      .createTable('span_items')
      .addColumn('hash', 'bigint', (hash) => hash.primaryKey())
      .addColumn('at', 'bigint', (time) => time.notNull());
    await columns.storeInPrimaryKey(items).execute();
  },
};

function ofProject(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('projects.id').onDelete('cascade');
}
