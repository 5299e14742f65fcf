import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '#sqlite';

const LOOK_EVERY_MS = 5;

/**
 * Watches a data folder for events, as whoever reads it would meet them.
 *
 * @returns {{ seenAtMs: Map<string, number>, stop: () => Promise<void> }} when each event id was there first
 */
export function watchEvents(dataDir) {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  const newer = db.prepare('SELECT id, event_id FROM events WHERE id > ? ORDER BY id').raw();
  let lastId = db.prepare('SELECT coalesce(max(id), 0) FROM events').pluck().get();
  const seenAtMs = new Map();
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      for (const [id, eventId] of newer.all(lastId)) {
        seenAtMs.set(eventId, Date.now());
        lastId = id;
      }
      await pause(LOOK_EVERY_MS);
    }
    db.close();
  })();
  const stop = () => {
    ending.abort();
    return watching;
  };
  return { seenAtMs, stop };
}
