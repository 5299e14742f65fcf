import { until } from '../../scripts/support/until.mjs';
import { PROJECT, toEnvelopeUrl } from '../processes/environment.mjs';
import { withDatabase } from '../processes/database.mjs';

const LIMITED_KEY = 'd'.repeat(32);
const ADD = `INSERT INTO project_keys (public_key, project_id, created_at, reports_per_minute)
  VALUES ('${LIMITED_KEY}', ${PROJECT.id}, 0, 1)`;

/**
 * Adds a project key that allows one report a minute. Resolves with the key once every relay knows
 * it.
 */
export async function addLimitedKey(place, relayUrls) {
  await withDatabase(place, (query) => query(ADD));
  await Promise.all(relayUrls.map(untilKnown));
  return LIMITED_KEY;
}

function untilKnown(relayUrl) {
  const url = toEnvelopeUrl(relayUrl, LIMITED_KEY);
  // An envelope without items does not count towards the limit.
  const isKnown = async () => (await fetch(url, { method: 'POST', body: '{}\n' })).status === 200;
  return until('the limited key', isKnown, { everyMs: 50 });
}
