import type { Kysely } from 'kysely';
import type { PortableColumns } from '../../../dialect/dialect.ts';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** What items of reports ended in, per minute and hour. Bounded: a relay removes what is older than `outcomeLimits`. */
export const outcomes: SchemaMigration = {
  name: '0009-outcomes',
  async up(db, columns) {
    await createCounts(db, columns, 'outcome_hours');
    await createCounts(db, columns, 'outcome_minutes');
  },
};

/** Without a foreign key: of a project that is gone they go with time, and stand in nobody's way until then. */
async function createCounts(
  db: Kysely<unknown>,
  columns: PortableColumns,
  name: string,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${name}_primary`, [
      'project_id',
      'starts_at',
      'public_key',
      'outcome',
      'reason',
      'kind',
    ]);
  await columns.storeInPrimaryKey(table).execute();
  await db.schema.createIndex(`${name}_by_start`).on(name).column('starts_at').execute();
}
