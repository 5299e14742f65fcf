import type { Database } from '../database.ts';
import { kyselyOf } from './kysely-of.ts';

/** Has all told at once that is held back while their projects are young. */
export async function tellHeldAlerts(database: Database, nowMs: number): Promise<void> {
  await kyselyOf(database)
    .updateTable('alert_firings')
    .set({ due_at: nowMs })
    .where('spread_at', 'is', null)
    .execute();
}
