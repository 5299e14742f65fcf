import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createOutcomes: SchemaMigration = {
  name: '0013-create-outcomes',
  async up(db, columns) {
    for (const unit of ['hours', 'minutes']) {
      await createCounts(db, columns, `outcome_${unit}`, ['outcome', 'reason', 'kind']);
      await createCounts(db, columns, `discard_${unit}`, ['reason', 'kind']);
    }
  },
};

/**
 * The tables have no foreign key, so that counts never delay the deletion of a project. Counts of a
 * deleted project expire with time.
 */
async function createCounts(
  db: Kysely<unknown>,
  columns: PortableColumns,
  name: string,
  what: readonly string[],
): Promise<void> {
  let table = db.schema
    .createTable(name)
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull());
  for (const column of what) table = table.addColumn(column, 'text', (text) => text.notNull());
  const counted = table
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_primary`, [
      'project_id',
      'starts_at',
      'public_key',
      ...what,
    ] as never);
  await columns.storeInPrimaryKey(counted).execute();
  await db.schema.createIndex(`${name}_by_start`).on(name).column('starts_at').execute();
}
