import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function untilAnybodyWaits(db: Kysely<Schema>, many = 1): Promise<void> {
  const endMs = performance.now() + 10_000;
  while ((await countWaiting(db)) < many) {
    if (performance.now() > endMs) throw new Error('Nobody waits for a lock.');
  }
}

async function countWaiting(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
