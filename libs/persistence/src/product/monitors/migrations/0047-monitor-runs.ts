import { sql } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';

/** Runs of cron monitors, what is still to be done about how they ended, and which relays have been there to record them. */
export const createMonitorRuns: SchemaMigration = {
  name: '0047-monitor-runs',
  async up(db, columns) {
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
    await columns
      // A report of that id is made of each: none is used twice.
      .addId(db.schema.createTable('monitor_changes'))
      .addColumn('environment_id', 'bigint', (column) =>
        column.notNull().references('monitor_environments.id').onDelete('cascade'),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      // Null: it has recovered.
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
  },
};
