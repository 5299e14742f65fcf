import { type Kysely, sql } from 'kysely';
import type { PortableColumns } from '../../../dialect/dialect.ts';
import type { SchemaMigration } from '../../../migrations/migration.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** As `boundLimits.stubBytes` was then. */
const EVENT_BYTES = 200;

/** Tables and columns of the bounds: storage by project and day, whole events by hour, new issues, and stubs of events. */
export const storageBounds: SchemaMigration = {
  name: '0017-storage-bounds',
  async up(db, columns) {
    await addStubs(db);
    await db.schema
      .alterTable('projects')
      .addColumn('new_issues_left', 'double precision')
      .execute();
    await db.schema.alterTable('projects').addColumn('new_issues_left_at', 'bigint').execute();
    await createKeptHours(db, columns);
    await createBudget(db, columns);
    await countStored(db);
  },
};

async function addStubs(db: Kysely<unknown>): Promise<void> {
  for (const column of ['not_kept', 'digest', 'user_name']) {
    await db.schema.alterTable('events').addColumn(column, 'text').execute();
  }
  // The nearest whole event of a storm is found without reading its stubs.
  await sql`
    create index events_whole_by_key on events (grouping_key_id, received_at, id)
    where not_kept is null`.execute(db);
}

/** Bounded: a key that is written drops its own old hours, and an hour has at most 200 rows of an issue. */
async function createKeptHours(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('kept_hours')
    .addColumn('grouping_key_id', 'bigint', (column) =>
      column.notNull().references('grouping_keys.id').onDelete('cascade'),
    )
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_hours_primary', [
      'grouping_key_id',
      'starts_at',
      'release',
      'environment',
    ]);
  await columns.storeInPrimaryKey(table).execute();
}

/** One row for each project and day on which something came. */
async function createBudget(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await db.schema
    .createTable('storage_budget')
    .addColumn('singleton', 'integer', (column) => column.primaryKey().check(sql`singleton = 1`))
    .addColumn('measured_bytes', 'bigint')
    .addColumn('set_bytes', 'bigint')
    .execute();
  const table = db.schema
    .createTable('storage_days')
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('refused_at', 'bigint')
    .addPrimaryKeyConstraint('storage_days_primary', ['project_id', 'starts_at']);
  await columns.storeInPrimaryKey(table).execute();
}

/** Rows that are there already count, too. Of a blob neither database reads the bytes for its length. */
async function countStored(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into storage_days (project_id, starts_at, bytes)
    select project_id, starts_at, cast(sum(bytes) as bigint) from (
      select e.project_id, e.received_at - e.received_at % ${sql.lit(DAY_MS)} as starts_at,
        length(p.body) + ${sql.lit(EVENT_BYTES)} as bytes
      from events e join event_payloads p on p.id = e.id
      union all
      select a.project_id, a.received_at - a.received_at % ${sql.lit(DAY_MS)}, a.bytes
      from attachments a where a.state = 'kept'
    ) stored
    group by project_id, starts_at`.execute(db);
}
