import { seededRandom } from '../../bench/fixtures/random.mjs';
import { toEnvelopeUrl } from '../../bench/processes/environment.mjs';
import { startRelay } from '../../bench/processes/errata.mjs';
import { sampleResidentBytes } from '../../bench/processes/resident-memory.mjs';
import { withDatabase } from '../../bench/processes/database.mjs';
import { untilDrained } from '../../bench/receipts/settled.mjs';
import { createBombs, createMutated, createMutatedCompressed } from './bodies.mjs';
import { sendAll } from './send.mjs';

/**
 * Matches reasons of failed reports that are the relay's own fault, such as `Recording failed: …`.
 * Reasons for a sender's mistakes do not contain these words.
 */
const OWN_FAILURE = /ing failed/;
const MOST_MEGABYTES = 300;
const SAMPLE_EVERY_MS = 50;
const ENVELOPES = 1000;
const COMPRESSED = 10;
const BOMB_ROUNDS = 4;

/**
 * Sends the built relay bodies that no SDK sends. Every answer has to be a documented one. The
 * process has to stay alive and below 300 MB, record no failure of its own, and end when asked.
 */
export async function proveFuzz({ place, seed, rounds, onRound }) {
  const random = seededRandom(seed);
  const bombs = createBombs();
  const manyBombs = Array.from({ length: BOMB_ROUNDS }, () => bombs).flat();
  const relay = await startRelay(place.dataDir, { settings: { MONITORING_DSN: 'off' } });
  const url = toEnvelopeUrl(relay.url);
  const found = { answered: [], held: [], own: [], unclean: [] };
  let megabytes = 0;
  const send = async (what, bodies, options) => {
    const sending = sendAll(url, bodies, options);
    const { samples, result } = await sampleResidentBytes([relay], sending, SAMPLE_EVERY_MS);
    const { statuses, faults } = result;
    const most = Math.ceil(Math.max(...samples) / 1e6);
    found.answered.push(...faults.map((fault) => `${what}: ${fault}`));
    if (most > MOST_MEGABYTES) found.held.push(`${what}: ${most} MB`);
    megabytes = Math.max(megabytes, most);
    onRound(`${what}: ${JSON.stringify([...statuses])}, at most ${most} MB`);
    return (status) => statuses.get(status) ?? 0;
  };
  await send('mutated envelopes', createMutated(random, rounds * ENVELOPES));
  await send('mutated compressed bodies', createMutatedCompressed(random, rounds * COMPRESSED));
  const alone = await send('bombs, one by one', bombs, { atOnce: 1 });
  if (alone(413) !== bombs.length) found.answered.push('not all bombs were too large alone');
  // A relay without room to decode all bombs at once may answer 503 instead of 413.
  const together = await send('bombs, all at once', manyBombs);
  if (together(200) + together(400) > 0) found.answered.push('not all bombs were refused');
  await untilDrained(relay.url);
  const ending = await relay.end();
  if (ending !== 0) found.unclean.push(`the relay ended with ${ending}: ${relay.printed}`);
  const failed = await withDatabase(place, (query) => query('SELECT reason FROM failed_reports'));
  found.own.push(...failed.map(({ reason }) => reason).filter((each) => OWN_FAILURE.test(each)));
  return { 'MB at most': megabytes, faults: found };
}
