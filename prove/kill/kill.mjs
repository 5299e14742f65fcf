import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { compare } from './compare.mjs';
import { untilDrained } from './drained.mjs';
import { Installation } from './installation.mjs';
import { addLimitedKey } from './limited-key.mjs';
import { ReportLoad } from './report-load.mjs';
import { readStoredEvents } from './stored-events.mjs';
import { untilStored } from './until-stored.mjs';

const SENDERS = 12;
/** What is acknowledged, at least, before the blow falls; and how long they run then, at most. */
const LEAST_ACKNOWLEDGED = 50;
const MOST_RUN_MS = 1000;

/**
 * @typedef {object} Scene
 * @property {Installation} installation
 * @property {ReportLoad} load
 * @property {() => number} random
 *
 * @typedef {(scene: Scene) => Promise<{ line: string, endings?: readonly string[] }>} Blow resolves when
 *   everything is as it was before, with what was done, and a line for each request to stop that
 *   ended in a failure
 *
 * @typedef {object} KillOptions
 * @property {readonly ('relay' | 'renderer')[]} [services] which are started, and sent to; both
 * @property {Blow} blow
 * @property {(load: ReportLoad) => Readonly<Record<string, readonly string[]>>} [also] what else nobody may see
 * @property {number} rounds
 * @property {number} seed
 * @property {number} [mostPauseMs] of a sender between a report and the next
 * @property {(line: string) => void} [onRound]
 *
 * @typedef {object} KillResult
 * @property {number} sent
 * @property {number} acknowledged different ids
 * @property {number} attached those of them that came with a file
 * @property {number} again sent with an id that had been sent before
 * @property {number} putOff answered 503
 * @property {number} unanswered
 * @property {number} refused different ids that were never taken
 * @property {number} limited answered 429
 * @property {number} stored
 * @property {import('./compare.mjs').Faults & Record<'strange' | 'unclean', readonly string[]>} faults
 *   `strange`: answers that should have been others; `unclean`: requests to stop that ended in a failure
 */

/**
 * Deals a blow at random moments while reports stream in through relay and renderer; then has all that
 * waits processed, and compares what was acknowledged, or refused, with what is stored and counted. The seed decides who is hit
 * and after how long; what the services do at that moment differs from run to run.
 *
 * @param {KillOptions & import('./installation.mjs').Place} options
 * @returns {Promise<KillResult>}
 */
export async function proveKill({
  rounds,
  seed,
  blow,
  services = ['relay', 'renderer'],
  also = () => ({}),
  onRound = () => {},
  mostPauseMs,
  ...place
}) {
  const random = seededRandom(seed);
  const installation = await Installation.start(services, place);
  const load = new ReportLoad({
    urls: services.map((name) => installation.urls[name]),
    senders: SENDERS,
    random: seededRandom(seed + 1),
    limitedKey: await addLimitedKey(place, installation.urls.relay),
    mostPauseMs,
  });
  installation.onEnding = (name, ended) => {
    if (name === 'relay') void load.noteEnding(ended);
  };
  const unclean = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // Each round begins where the one before it ended.
      await load.untilAcknowledged(LEAST_ACKNOWLEDGED);
      await pause(random() * MOST_RUN_MS);
      const { line, endings = [] } = await blow({ installation, load, random });
      unclean.push(...endings);
      onRound(`${round}: ${line}; ${load.acknowledged.size} acknowledged of ${load.sent} sent`);
    }
  } finally {
    await load.stop();
  }
  await untilDrained(installation.urls.relay);
  await untilStored(load, place);
  unclean.push(...(await installation.end(services, 'SIGTERM')));
  const stored = await readStoredEvents(place);
  return {
    ...load.counts,
    stored: stored.ids.length,
    faults: { ...compare(load, stored), strange: load.strange, unclean, ...also(load) },
  };
}
