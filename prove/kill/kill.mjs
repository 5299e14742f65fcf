import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { Installation } from '../../bench/processes/installation.mjs';
import { addLimitedKey } from '../../bench/receipts/limited-key.mjs';
import { toColumns, underLoad } from '../under-load.mjs';

/**
 * Before each blow, at least this many reports are acknowledged, and then a random time of at most
 * `MOST_RUN_MS` passes.
 */
const LEAST_ACKNOWLEDGED = 50;
const MOST_RUN_MS = 1000;

/**
 * @typedef {object} Scene
 * @property {Installation} installation
 * @property {import('../../bench/receipts/report-load.mjs').ReportLoad} load
 * @property {() => number} random
 * @property {number} round from 1
 *
 * @typedef {(scene: Scene) => Promise<{ line: string, faults?: readonly string[] }>} Blow resolves once all
 *   services run again, with what was done and a line for each service that did not end or answer as it should
 */

/**
 * Deals blows at random moments while reports stream in through relay and renderer. A blow kills a
 * service or disturbs it otherwise. Afterwards the function waits until all reports are processed,
 * and compares the acknowledged and refused reports with those stored and counted.
 *
 * The seed decides which service is hit and after how long. The state of the services at that
 * moment differs from run to run.
 */
export async function proveKill({
  place,
  blow,
  also,
  rounds,
  seed,
  endMs,
  mostPauseMs,
  onRound,
  ...started
}) {
  const random = seededRandom(seed);
  const installation = await Installation.start(place, started);
  const { relayUrls, names } = installation;
  const options = {
    urls: [...installation.urls.values()],
    relayUrls,
    random: seededRandom(seed + 1),
    limitedKey: await addLimitedKey(place, relayUrls),
    mostPauseMs,
  };
  const unclean = [];
  const played = await underLoad(place, options, async (load) => {
    installation.onRelayEnding = (ended) => void load.noteEnding(ended);
    for (let round = 1; round <= rounds && !(performance.now() > endMs); round += 1) {
      await load.untilAcknowledged(LEAST_ACKNOWLEDGED);
      await pause(random() * MOST_RUN_MS);
      const { line, faults = [] } = await blow({ installation, load, random, round });
      unclean.push(...faults);
      onRound(
        `${round}: ${line}; ${load.events.acknowledged.size} acknowledged of ${load.sent} sent`,
      );
    }
  });
  unclean.push(...(await installation.end(names, 'SIGTERM')));
  return toColumns(played, { unclean, ...also?.(played.load, played.stored) });
}
