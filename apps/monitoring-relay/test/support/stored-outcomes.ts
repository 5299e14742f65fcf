import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';

interface StoredOutcomes {
  /** By minutes. */
  readonly quantity: number;
  readonly inHours: number;
  /** `<project> <key> <outcome>/<reason> <kind> <quantity>`, over all minutes, in order. */
  readonly lines: string[];
}

/** What is counted in the SQLite database of a data folder, read apart from the code under test. */
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
