import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';

interface StoredOutcomes {
  readonly quantity: number;
  readonly inHours: number;
  /**
   * Sorted lines `<project> <key> <outcome>/<reason> <kind> <quantity>`, summed over all minutes.
   */
  readonly lines: string[];
}

export function readOutcomes(dataDir: string): StoredOutcomes {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  try {
    const sum = (table: string): number =>
      db.prepare(`SELECT coalesce(sum(quantity), 0) FROM ${table}`).pluck().get() as number;
    const lines = db
      .prepare(
        `SELECT project_id || ' ' || public_key || ' ' || outcome || '/' || reason || ' ' || kind
           || ' ' || sum(quantity)
         FROM outcome_minutes GROUP BY project_id, public_key, outcome, reason, kind ORDER BY 1`,
      )
      .pluck()
      .all() as string[];
    return { quantity: sum('outcome_minutes'), inHours: sum('outcome_hours'), lines };
  } finally {
    db.close();
  }
}
