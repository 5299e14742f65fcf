import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../bench/fixtures/random.mjs';
import { toEnvironment } from '../bench/processes/environment.mjs';
import { findFreePorts } from '../bench/processes/free-ports.mjs';
import { Program } from '../bench/processes/program.mjs';
import { ReportLoad } from '../bench/receipts/report-load.mjs';
import { settle } from '../bench/receipts/settled.mjs';

/**
 * Before each restart, at least this many reports are acknowledged, and then a random time of at
 * most `MOST_RUN_MS` passes.
 */
const LEAST_ACKNOWLEDGED = 30;
const MOST_RUN_MS = 500;

/**
 * Replaces the processes of both services under their supervisor again and again, while reports
 * stream in through both. Every report has to be answered, and each acknowledged report has to be
 * stored once.
 */
export async function proveRestart({ place, rounds, seed, onRound }) {
  const random = seededRandom(seed);
  const [port, relayPort] = await findFreePorts(2);
  const settings = { PORT: String(port), RELAY_PORT: String(relayPort), MONITORING_DSN: 'off' };
  const errata = new Program([process.execPath, 'scripts/start.mjs'], {
    env: toEnvironment({ DATA_DIR: place.dataDir, ...settings }),
  });
  await errata.untilPrinted('Ctrl-C stops');
  const urls = [relayPort, port].map((each) => `http://127.0.0.1:${each}`);
  const load = new ReportLoad({
    urls,
    relayUrls: urls.slice(0, 1),
    random: seededRandom(seed + 1),
  });
  try {
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
  } finally {
    await load.stop();
  }
  const { stored, faults } = await settle(load, place);
  const ending = await errata.end();
  const upset = load.upsets.map(({ url, status }) => `${url} ${status ?? 'unanswered'}`);
  const unclean = ending === 0 ? [] : [`it ended with ${ending}`];
  return {
    ...load.counts,
    stored: stored.ids.length,
    'logs stored': stored.logs.length,
    faults: { ...faults, strange: load.unexpectedAnswers, upset, unclean },
  };
}
