import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { compare } from '../kill/compare.mjs';
import { ReportLoad } from '../kill/report-load.mjs';
import { readStoredEvents } from '../kill/stored-events.mjs';
import { untilStored } from '../kill/until-stored.mjs';
import { SupervisedErrata } from './supervised-errata.mjs';

const SENDERS = 12;
/** What is acknowledged between two restarts, at least, and how long the next waits then, at most. */
const LEAST_ACKNOWLEDGED = 30;
const MOST_RUN_MS = 500;

/**
 * Has new processes take the place of both services again and again while reports stream in through both: each
 * that is sent is answered, and what was acknowledged is stored once.
 *
 * @param {{ rounds: number, seed: number }} options
 */
export function proveRestart({ rounds, seed }) {
  return inTemporaryFolder(async (dataDir) => {
    const errata = await SupervisedErrata.start(dataDir);
    const load = new ReportLoad({
      urls: errata.urls,
      senders: SENDERS,
      random: seededRandom(seed + 1),
    });
    let exitCode;
    try {
      await renewAgainAndAgain({ errata, load, rounds, random: seededRandom(seed) });
      await load.stop();
      await untilStored(load, { dataDir });
    } finally {
      await load.stop();
      exitCode = await errata.stop();
    }
    return toProof({ load, rounds, exitCode, stored: await readStoredEvents({ dataDir }) });
  });
}

async function renewAgainAndAgain({ errata, load, rounds, random }) {
  for (let round = 1; round <= rounds; round += 1) {
    await load.untilAcknowledged(LEAST_ACKNOWLEDGED);
    await pause(random() * MOST_RUN_MS);
    const startMs = performance.now();
    await errata.renew();
    const took = Math.round(performance.now() - startMs);
    console.log(
      `${round}: both replaced in ${took} ms; ${load.unanswered} unanswered, ${load.putOff} put off of ${load.sent} sent`,
    );
  }
}

function toProof({ load, rounds, exitCode, stored }) {
  const { unanswered, putOff, strange } = load;
  const found = Object.entries({ ...compare(load, stored), strange });
  const counts = Object.fromEntries(found.map(([what, list]) => [what, list.length]));
  const faults = found.flatMap(([what, list]) => list.map((line) => `${what}: ${line}`));
  if (unanswered > 0) faults.push(`unanswered: ${unanswered}`);
  if (putOff > 0) faults.push(`put off: ${putOff}`);
  if (exitCode !== 0) faults.push(`unclean: it ended with ${exitCode}`);
  const row = {
    form: 'restart, sqlite',
    rounds,
    ...load.counts,
    stored: stored.ids.length,
    ...counts,
  };
  return { rows: [row], faults };
}
