import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '#sqlite';
import { Client } from 'pg';
import { PROJECT } from '../../bench/processes/errata.mjs';

const LIMITED_KEY = 'd'.repeat(32);
const ADD = `INSERT INTO project_keys (public_key, project_id, created_at, reports_per_minute)
  VALUES ('${LIMITED_KEY}', ${PROJECT.id}, 0, 1)`;
const LOCK_TIMEOUT_MS = 10_000;
const KNOWN_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;

/**
 * Gives the project a key of which one report a minute is taken; resolves with it once the relay knows it.
 *
 * @param {{ dataDir: string, databaseUrl?: string }} place
 * @param {string} relayUrl
 */
export async function addLimitedKey(place, relayUrl) {
  await run(place, ADD);
  const url = `${relayUrl}/api/${PROJECT.id}/envelope/?sentry_key=${LIMITED_KEY}`;
  const endMs = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    // Of an envelope without items nothing is counted.
    const { status } = await fetch(url, { method: 'POST', body: '{}\n' });
    if (status === 200) return LIMITED_KEY;
    if (performance.now() > endMs) throw new Error(`The key was answered ${status} at last.`);
    await pause(ASK_EVERY_MS);
  }
}

async function run({ dataDir, databaseUrl }, sql) {
  if (databaseUrl === undefined) {
    const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { timeoutMs: LOCK_TIMEOUT_MS });
    db.exec(sql);
    db.close();
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
