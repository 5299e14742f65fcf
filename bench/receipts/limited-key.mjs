import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT } from '../processes/environment.mjs';
import { withDatabase } from '../processes/database.mjs';

const LIMITED_KEY = 'd'.repeat(32);
const ADD = `INSERT INTO project_keys (public_key, project_id, created_at, reports_per_minute)
  VALUES ('${LIMITED_KEY}', ${PROJECT.id}, 0, 1)`;
const KNOWN_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;

/**
 * Adds a project key that allows one report a minute. Resolves with the key once every relay knows
 * it.
 */
export async function addLimitedKey(place, relayUrls) {
  await withDatabase(place, (query) => query(ADD));
  await Promise.all(relayUrls.map(untilKnown));
  return LIMITED_KEY;
}

async function untilKnown(relayUrl) {
  const url = `${relayUrl}/api/${PROJECT.id}/envelope/?sentry_key=${LIMITED_KEY}`;
  const endMs = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    // An envelope without items does not count towards the limit.
    const { status } = await fetch(url, { method: 'POST', body: '{}\n' });
    if (status === 200) return;
    if (performance.now() > endMs) throw new Error(`The key was answered ${status} at last.`);
    await pause(ASK_EVERY_MS);
  }
}
