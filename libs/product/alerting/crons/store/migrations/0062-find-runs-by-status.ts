import type { SchemaMigration } from '#persistence/stores';

/** A check-in without an id looks for the latest run in progress, and any for a missed one. */
export const findRunsByStatus: SchemaMigration = {
  name: '0062-find-runs-by-status',
  async up(db) {
    await db.schema
      .createIndex('monitor_runs_by_status')
      .on('monitor_runs')
      .columns(['environment_id', 'status', 'started_at', 'id'])
      .execute();
  },
};
