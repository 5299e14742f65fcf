import { type Kysely, sql } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createMonitors: SchemaMigration = {
  name: '0031-create-monitors',
  async up(db, columns) {
    await createTables(db, columns);
    await createRuns(db, columns);
    await createChanges(db, columns);
  },
};

async function createTables(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('monitors'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('config', 'text')
    .addColumn('problem', 'text')
    .addColumn('scheduled_by', 'text', (column) => column.notNull())
    .addColumn('rescheduled_at', 'bigint')
    .addColumn('is_of_check_in', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('monitors_by_slug', ['project_id', 'slug'])
    .execute();
  await columns
    .addId(db.schema.createTable('monitor_environments'))
    .addColumn('monitor_id', 'bigint', (column) =>
      column.notNull().references('monitors.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('recoveries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_failing', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('grouping_key', 'text')
    .addColumn('expected_at', 'bigint')
    .addColumn('last_run_at', 'bigint')
    .addColumn('look_at', 'bigint')
    .addUniqueConstraint('monitor_environments_by_name', ['monitor_id', 'environment'])
    .execute();
  await db.schema
    .createIndex('monitor_environments_to_look_at')
    .on('monitor_environments')
    .column('look_at')
    .execute();
  await db.schema
    .createIndex('monitor_environments_by_project')
    .on('monitor_environments')
    .column('project_id')
    .execute();
  const refusals = db.schema
    .createTable('monitor_refusals')
    .addColumn('project_id', 'bigint', (column) =>
      column.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('latest', 'text', (column) => column.notNull());
  await columns.storeInPrimaryKey(refusals).execute();
}

async function createRuns(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('monitor_runs'))
    .addColumn('environment_id', 'bigint', (column) =>
      column.notNull().references('monitor_environments.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('check_in_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('duration_ms', 'bigint')
    .addColumn('expected_at', 'bigint')
    .addColumn('timeout_at', 'bigint')
    .addColumn('release', 'text')
    .addColumn('trace_id', 'text')
    .addColumn('event_id', 'text')
    .addColumn('is_judged', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('monitor_runs_by_check_in', ['environment_id', 'check_in_id'])
    .execute();
  await db.schema
    .createIndex('monitor_runs_by_start')
    .on('monitor_runs')
    .columns(['environment_id', 'started_at', 'id'])
    .execute();
  await db.schema
    .createIndex('monitor_runs_unjudged')
    .on('monitor_runs')
    .columns(['environment_id'])
    .where(sql.ref('is_judged'), '=', sql.lit(0))
    .execute();
  await db.schema
    .createIndex('monitor_runs_by_project')
    .on('monitor_runs')
    .columns(['project_id', 'id'])
    .execute();
}

async function createChanges(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    // Each id also identifies a report, so ids are never reused.
    .addId(db.schema.createTable('monitor_changes'))
    .addColumn('environment_id', 'bigint', (column) =>
      column.notNull().references('monitor_environments.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('run_id', 'bigint')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  const watches = db.schema
    .createTable('monitor_watches')
    .addColumn('relay', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('awake_since', 'bigint', (column) => column.notNull())
    .addColumn('recorded_until', 'bigint', (column) => column.notNull());
  await columns.storeInPrimaryKey(watches).execute();
}
