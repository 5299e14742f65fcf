import { setTimeout as pause } from 'node:timers/promises';
import { pick, seededRandom } from '../../bench/fixtures/random.mjs';
import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { startPostgres } from '../../scripts/support/postgres.mjs';
import { compare } from '../kill/compare.mjs';
import { ReportLoad } from '../kill/report-load.mjs';
import { readStoredEvents } from '../kill/stored-events.mjs';
import { untilStored } from '../kill/until-stored.mjs';
import { PageLoad } from './page-load.mjs';
import { Replicas } from './replicas.mjs';

const SENDERS_EACH = 4;
/** What each of them acknowledges between two blows, at least, and how long the next waits then, at most. */
const LEAST_ACKNOWLEDGED = 10;
const MOST_RUN_MS = 500;
/** Who is ended round by round: a few rounds meet both kinds. */
const VICTIMS = ['relay 1', 'renderer 1', 'relay 2', 'renderer 2'];

/**
 * Ends each of two relays and two renderers in turn, by either signal, and starts it again, while reports stream in
 * at all four and pages are read at both renderers. What was acknowledged is stored once, and the others answer as if nothing
 * had happened. Where a relay is killed, what renderers have on new connections to it is put off.
 *
 * @param {{ rounds: number, seed: number, mostPauseMs?: number, onRound?: (line: string) => void }} options
 */
export function proveReplicas({ onRound = console.log, ...options }) {
  return inTemporaryFolder(async (dataDir) => {
    const postgres = await startPostgres({ durable: true });
    try {
      const place = { dataDir, databaseUrl: postgres.url };
      const { loads, disturbed, unclean, stored } = await play({ place, ...options, onRound });
      const faults = { ...compare(together(loads), stored), disturbed, unclean };
      const named = Object.entries(faults);
      const row = {
        form: 'replicas, postgres',
        rounds: options.rounds,
        acknowledged: together(loads).acknowledged.size,
        stored: stored.ids.length,
        ...Object.fromEntries(named.map(([what, lines]) => [what, lines.length])),
      };
      const lines = named.flatMap(([what, found]) => found.map((line) => `${what}: ${line}`));
      return { rows: [row], faults: lines };
    } finally {
      await postgres.remove();
    }
  });
}

async function play({ place, rounds, seed, mostPauseMs, onRound }) {
  const random = seededRandom(seed);
  const replicas = await Replicas.start(place);
  const loads = new Map(
    [...replicas.urls].map(([name, url], index) => [
      name,
      new ReportLoad({
        urls: [url],
        senders: SENDERS_EACH,
        mostPauseMs,
        random: seededRandom(seed + 1 + index),
      }),
    ]),
  );
  const pages = new Map(
    [...replicas.urls]
      .filter(([name]) => name.startsWith('renderer'))
      .map(([name, url]) => [name, new PageLoad(url, replicas.pass)]),
  );
  replicas.onRelayEnding = (ended) => {
    for (const load of loads.values()) void load.noteEnding(ended);
  };
  const disturbed = [];
  const unclean = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const victim = VICTIMS[(round - 1) % VICTIMS.length];
      const signal = pick(random, ['SIGTERM', 'SIGKILL']);
      const watch = new Watch({ loads, pages, victim, signal });
      // Each round begins where the one before it ended.
      await untilAllAcknowledge(loads.values());
      await pause(random() * MOST_RUN_MS);
      unclean.push(...(await replicas.end(victim, signal)));
      await untilAllAcknowledge(
        [...loads].flatMap(([name, load]) => (name === victim ? [] : load)),
      );
      await replicas.start(victim);
      await untilAllAcknowledge(loads.values());
      disturbed.push(...watch.findDisturbed().map((line) => `round ${round}: ${line}`));
      onRound(
        `${round}: ${signal} to ${victim}; ${together([...loads.values()]).acknowledged.size} acknowledged`,
      );
    }
  } finally {
    await Promise.all([...loads.values(), ...pages.values()].map((load) => load.stop()));
  }
  await untilStored(together([...loads.values()]), place);
  unclean.push(...(await replicas.stop()));
  return { loads: [...loads.values()], disturbed, unclean, stored: await readStoredEvents(place) };
}

/** What those that nothing was done to have answered, from here on. */
class Watch {
  #loads;
  #pages;
  #before;
  #mostPutOff;

  constructor({ loads, pages, victim, signal }) {
    this.#loads = [...loads].filter(([name]) => name !== victim);
    this.#pages = [...pages].filter(([name]) => name !== victim);
    this.#before = new Map(this.#loads.map(([name, load]) => [name, countOf(load)]));
    // Of a relay that is killed nobody knows what it had taken of what has just been sent to it.
    const isKilledRelay = victim.startsWith('relay') && signal === 'SIGKILL';
    this.#mostPutOff = (name) => (isKilledRelay && name.startsWith('renderer') ? SENDERS_EACH : 0);
    for (const [, load] of pages) load.failures.splice(0);
  }

  /** A line for each of them that answered otherwise than as if nothing had happened. */
  findDisturbed() {
    const reports = this.#loads.flatMap(([name, load]) => {
      const before = this.#before.get(name);
      const now = countOf(load);
      const putOff = now.putOff - before.putOff;
      const unanswered = now.unanswered - before.unanswered;
      return [
        ...(putOff > this.#mostPutOff(name) ? [`${name} put ${putOff} off`] : []),
        ...(unanswered > 0 ? [`${name} left ${unanswered} unanswered`] : []),
        ...load.strange.slice(before.strange).map((line) => `${name}: ${line}`),
      ];
    });
    const pages = this.#pages.flatMap(([name, { failures }]) =>
      failures.map((line) => `${name}: ${line}`),
    );
    return [...reports, ...pages];
  }
}

function countOf({ putOff, unanswered, strange }) {
  return { putOff, unanswered, strange: strange.length };
}

async function untilAllAcknowledge(loads) {
  await Promise.all([...loads].map((load) => load.untilAcknowledged(LEAST_ACKNOWLEDGED)));
}

/** All loads as one, of which no two have sent the same. */
function together(loads) {
  const all = (what) => loads.flatMap((load) => [...load[what]]);
  return {
    acknowledged: new Set(all('acknowledged')),
    attached: all('attached'),
    refused: all('refused'),
    sends: new Map(all('sends')),
    refusals: {
      invalid: sumUp(loads.map(({ refusals }) => refusals.invalid)),
      limited: sumUp(loads.map(({ refusals }) => refusals.limited)),
      putOff: sumUp(loads.map(({ refusals }) => refusals.putOff)),
    },
    open: sum(loads.map(({ open }) => open)),
  };
}

function sumUp(counts) {
  return {
    answered: sum(counts.map(({ answered }) => answered)),
    open: sum(counts.map(({ open }) => open)),
  };
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
