import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../bench/fixtures/random.mjs';
import { toEnvironment } from '../bench/processes/environment.mjs';
import { findFreePorts } from '../scripts/support/ports.mjs';
import { Program } from '../scripts/support/program.mjs';
import { toColumns, underLoad } from './under-load.mjs';

/**
 * Before each restart, at least this many reports are acknowledged, and then a random time of at
 * most `MOST_RUN_MS` passes.
 */
const LEAST_ACKNOWLEDGED = 50;
const MOST_RUN_MS = 500;

/**
 * Replaces the processes of both services under their supervisor again and again, while reports
 * stream in through both. Every report has to be answered, and each acknowledged report has to be
 * stored once.
 */
export async function proveRestart({ place, rounds, seed, mostPauseMs, onRound }) {
  const random = seededRandom(seed);
  const [port, relayPort] = await findFreePorts(2);
  const settings = { PORT: String(port), RELAY_PORT: String(relayPort), MONITORING_DSN: 'off' };
  const errata = new Program([process.execPath, 'scripts/start.mjs'], {
    env: toEnvironment({ DATA_DIR: place.dataDir, ...settings }),
  });
  await errata.untilPrinted('Ctrl-C stops');
  const urls = [relayPort, port].map((each) => `http://127.0.0.1:${each}`);
  const options = {
    urls,
    relayUrls: urls.slice(0, 1),
    random: seededRandom(seed + 1),
    mostPauseMs,
  };
  const played = await underLoad(place, options, async (load) => {
    for (let round = 1; round <= rounds; round += 1) {
      await load.untilAcknowledged(LEAST_ACKNOWLEDGED);
      await pause(random() * MOST_RUN_MS);
      const startMs = performance.now();
      const from = errata.printed.length;
      errata.signal('SIGHUP');
      await errata.untilPrinted('a new renderer takes over', from);
      const took = Math.round(performance.now() - startMs);
      onRound(`${round}: both replaced in ${took} ms; ${load.upsets.length} of ${load.sent} upset`);
    }
  });
  const ending = await errata.end();
  const upset = played.load.upsets.map(({ url, status }) => `${url} ${status ?? 'unanswered'}`);
  const unclean = ending === 0 ? [] : [`it ended with ${ending}`];
  return toColumns(played, { upset, unclean });
}
