import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';

interface StoredEvents {
  readonly ids: readonly string[];
  readonly counters: Readonly<Record<'issues' | 'keys' | 'hours' | 'minutes', number>>;
}

/** Reads the SQLite database of a data folder without the code under test. */
export function readStoredEvents(dataDir: string): StoredEvents {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  try {
    const sum = (table: string): number =>
      db.prepare(`SELECT coalesce(sum(events), 0) FROM ${table}`).pluck().get() as number;
    return {
      ids: db.prepare('SELECT event_id FROM events').pluck().all() as string[],
      counters: {
        issues: sum('issues'),
        keys: sum('grouping_keys'),
        hours: sum('event_hours'),
        minutes: sum('event_minutes'),
      },
    };
  } finally {
    db.close();
  }
}

export interface KeptReports {
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  readonly miscounted: readonly string[];
}

/** All lists are empty unless a report was lost or counted twice. */
export function compareWithAcknowledged(
  dataDir: string,
  acknowledged: readonly string[],
): KeptReports {
  const { ids, counters } = readStoredEvents(dataDir);
  const stored = new Set(ids);
  return {
    missing: acknowledged.filter((id) => !stored.has(id)),
    twice: ids.filter((id, index) => ids.indexOf(id) !== index),
    miscounted: Object.entries(counters)
      .filter(([, count]) => count !== ids.length)
      .map(([name, count]) => `${name}: ${count} of ${ids.length}`),
  };
}
