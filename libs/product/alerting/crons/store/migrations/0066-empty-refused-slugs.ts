import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/**
 * Outcomes count the check-ins that the hourly limit refuses. Their slugs are no longer listed. The
 * table stays, because services of 0.3.0 use it while they run beside newer ones in an update.
 */
export const emptyRefusedSlugs: SchemaMigration = {
  name: '0066-empty-refused-slugs',
  async up(db) {
    await sql`delete from monitor_refusals`.execute(db);
  },
};
