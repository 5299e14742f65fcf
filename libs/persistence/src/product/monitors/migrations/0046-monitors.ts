import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Cron monitors, and how each does in each environment that it was met in (ADR 125). Bounded by `monitorLimits`. */
export const createMonitors: SchemaMigration = {
  name: '0046-monitors',
  async up(db, columns) {
    await columns
      .addId(db.schema.createTable('monitors'))
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      // A `MonitorConfig` as JSON; null where it has none that can be used.
      .addColumn('config', 'text')
      .addColumn('problem', 'text')
      .addColumn('is_managed', 'integer', (column) => column.notNull())
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
  },
};
