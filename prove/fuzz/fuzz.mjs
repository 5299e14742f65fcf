import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '#sqlite';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { PROJECT, startRelay } from '../../bench/processes/errata.mjs';
import { readResidentBytes } from '../../bench/processes/resident-memory.mjs';
import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { untilDrained } from '../kill/drained.mjs';
import { createBombs, createMutated, createMutatedCompressed } from './bodies.mjs';
import { sendAll } from './send.mjs';

const MB = 1e6;
/** As the relay says it of itself: `Recording failed: …`. */
const OWN_FAILURE = /ing failed/;
const MOST_RESIDENT_BYTES = 300 * MB;
const SAMPLE_EVERY_MS = 50;
const BOMB_ROUNDS = 4;
const SHOWN = [200, 400, 413, 503];

/**
 * Sends the built relay what no SDK sends, and looks at its answers and its memory meanwhile: every
 * answer is a documented one, the process lives, holds less than 300 MB, blames itself for none of it, and ends
 * when it is asked.
 *
 * @param {{ seed: number, envelopes: number, compressed: number }} options
 */
export async function proveFuzz({ seed, envelopes, compressed }) {
  const random = seededRandom(seed);
  const bombs = createBombs();
  return inTemporaryFolder(async (folder) => {
    const relay = await startRelay(join(folder, 'data'), { settings: { MONITORING_DSN: 'off' } });
    const rows = [];
    const faults = [];
    const prove = async (what, bodies, options) => {
      const { row, found } = await measureSending(relay, what, bodies, options);
      rows.push(row);
      faults.push(...found);
    };
    await prove('mutated envelopes', createMutated(random, envelopes));
    await prove('mutated compressed bodies', createMutatedCompressed(random, compressed));
    await prove('bombs, one by one', bombs, { atOnce: 1 });
    if (rows.at(-1)['answered 413'] !== bombs.length)
      faults.push('bombs: not all were too large alone');
    // Where there is no room to decode all of them at once, 503 is right as well.
    await prove('bombs, all at once', Array.from({ length: BOMB_ROUNDS }, () => bombs).flat());
    if (rows.at(-1)['answered 200'] + rows.at(-1)['answered 400'] > 0)
      faults.push('bombs: not all were refused');
    await untilDrained(relay.url);
    const { code, signal } = await relay.end('SIGTERM');
    faults.push(...listOwnFailures(join(folder, 'data')));
    if (code !== 0) faults.push(`the relay ended with ${signal ?? code}: ${relay.errors}`);
    return { rows, faults };
  });
}

/** Lines for reports that are kept aside for a fault of the relay: a sender's is to be told apart from those. */
function listOwnFailures(dataDir) {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  const reasons = db.prepare('SELECT reason FROM failed_reports').pluck().all();
  db.close();
  return reasons.filter((reason) => OWN_FAILURE.test(reason));
}

async function measureSending(relay, what, bodies, options) {
  const url = `${relay.url}/api/${PROJECT.id}/envelope/?sentry_key=${PROJECT.publicKey}`;
  const ending = new AbortController();
  // Together: a relay that has ended fails both, and neither may go unheard.
  const [{ statuses, faults }, mostBytes] = await Promise.all([
    sendAll(url, bodies, options).finally(() => ending.abort()),
    sampleMost(relay, ending.signal),
  ]);
  const found = faults.map((fault) => `${what}: ${fault}`);
  if (mostBytes > MOST_RESIDENT_BYTES) {
    found.push(`${what}: the relay held ${Math.ceil(mostBytes / MB)} MB`);
  }
  const row = { sent: what };
  for (const status of SHOWN) row[`answered ${status}`] = statuses.get(status) ?? 0;
  row['MB at most'] = Math.ceil(mostBytes / MB);
  console.log(JSON.stringify(row));
  return { row, found };
}

/** Resolves with the most bytes the process held until it is told to end. */
async function sampleMost(relay, signal) {
  let most = 0;
  while (!signal.aborted) {
    // Each sample is of another moment.
    most = Math.max(most, await readResidentBytes([relay]));
    await pause(SAMPLE_EVERY_MS);
  }
  return most;
}
