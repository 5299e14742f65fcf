import { setTimeout as pause } from 'node:timers/promises';
import { pick, seededRandom } from '../../bench/fixtures/random.mjs';
import { compare } from './compare.mjs';
import { Installation } from './installation.mjs';
import { ReportLoad } from './report-load.mjs';
import { readStoredEvents } from './stored-events.mjs';

const SENDERS = 12;
const VICTIMS = [['relay'], ['relay'], ['renderer'], ['relay', 'renderer']];
/** What is acknowledged, at least, before somebody is ended; and how long they run then, at most. */
const LEAST_ACKNOWLEDGED = 50;
const MOST_RUN_MS = 1000;
/** One in so many ends a second time, while it starts. */
const TWICE_IN = 0.25;
const MOST_START_MS = 700;
const DRAIN_TIMEOUT_MS = 300_000;
const ASK_EVERY_MS = 50;

/**
 * @typedef {object} KillOptions
 * @property {string} dataDir an empty folder
 * @property {string} [databaseUrl] of an empty PostgreSQL database; without it it is SQLite
 * @property {readonly ('relay' | 'renderer')[]} [services] which are started, ended, and sent to; both
 * @property {'SIGKILL' | 'SIGTERM'} signal
 * @property {number} rounds
 * @property {number} seed
 * @property {(line: string) => void} [onRound]
 *
 * @typedef {object} KillResult
 * @property {number} sent
 * @property {number} acknowledged different ids
 * @property {number} again sent with an id that had been sent before
 * @property {number} unanswered
 * @property {number} refused
 * @property {number} stored
 * @property {import('./compare.mjs').Faults & Record<'strange' | 'unclean', readonly string[]>} faults
 *   `strange`: answers that should have been others; `unclean`: requests to stop that ended in a failure
 */

/**
 * Ends relay and renderer at random moments while reports stream in through both, and starts them
 * again; then has all that waits processed, and compares what was acknowledged with what is stored.
 * The seed decides who is ended and after how long; what the services do at that moment differs
 * from run to run.
 *
 * @param {KillOptions} options
 * @returns {Promise<KillResult>}
 */
export async function proveKill({
  rounds,
  seed,
  signal,
  services = ['relay', 'renderer'],
  onRound = () => {},
  ...place
}) {
  const random = seededRandom(seed);
  const installation = await Installation.start(services, place);
  const load = new ReportLoad({
    urls: services.map((name) => installation.urls[name]),
    senders: SENDERS,
    random: seededRandom(seed + 1),
  });
  const choices = VICTIMS.filter((victims) => victims.every((name) => services.includes(name)));
  const unclean = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // Each round begins where the one before it ended.
      const victims = pick(random, choices);
      const { line, endings } = await playRound({ installation, load, victims, random, signal });
      unclean.push(...endings);
      onRound(`${round}: ${line}; ${load.acknowledged.size} acknowledged of ${load.sent} sent`);
    }
  } finally {
    await load.stop();
  }
  await untilDrained(installation.urls.relay);
  unclean.push(...(await installation.end(services, 'SIGTERM')));
  const { refused, acknowledged } = load;
  const stored = await readStoredEvents(place);
  return {
    sent: load.sent,
    acknowledged: acknowledged.size,
    again: load.again,
    unanswered: load.unanswered,
    refused: refused.size,
    stored: stored.ids.length,
    faults: { ...compare({ acknowledged, refused }, stored), strange: load.strange, unclean },
  };
}

async function playRound({ installation, load, victims, random, signal }) {
  const runMs = Math.floor(random() * MOST_RUN_MS);
  await load.untilAcknowledged(load.acknowledged.size + LEAST_ACKNOWLEDGED);
  await pause(runMs);
  const endings = await installation.end(victims, signal);
  let line = `${signal} to ${victims.join(' and ')} after ${runMs} ms`;
  if (random() < TWICE_IN) {
    const startMs = Math.floor(random() * MOST_START_MS);
    installation.launch(victims);
    await pause(startMs);
    // A start that is cut short has promised nothing, a clean exit least of all.
    await installation.end(victims, 'SIGKILL');
    line += `, again ${startMs} ms into the start`;
  }
  await installation.start(victims);
  return { line, endings };
}

async function untilDrained(relayUrl) {
  const endMs = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    // Each answer decides whether there is another question.
    const health = await (await fetch(`${relayUrl}/health/ready`)).json();
    if (health.queue.depth === 0) return;
    if (performance.now() > endMs) throw new Error(`${health.queue.depth} reports still wait.`);
    await pause(ASK_EVERY_MS);
  }
}
