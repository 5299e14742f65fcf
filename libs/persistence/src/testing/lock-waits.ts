import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Of PostgreSQL. Rejects when nobody has come to wait for a lock within ten seconds. */
export async function untilAnybodyWaits(db: Kysely<Schema>): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (!(await isAnybodyWaiting(db))) {
    if (performance.now() > endMs) throw new Error('Nobody waits for a lock.');
  }
}

async function isAnybodyWaiting(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
