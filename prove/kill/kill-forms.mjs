import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../bench/fixtures/random.mjs';
import { stopAll } from '../../bench/processes/server.mjs';
import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { startPostgres } from '../../scripts/support/postgres.mjs';
import { compareForwarded } from '../forward/compare-forwarded.mjs';
import { Upstream } from '../forward/upstream.mjs';
import { provePowerCuts } from '../power/power-cuts.mjs';
import { endServices } from './blows/end-services.mjs';
import { endableThreads, endThreads } from './blows/end-threads.mjs';
import { fillDisk } from './blows/fill-disk.mjs';
import { setClockBack } from './blows/set-clock-back.mjs';
import { stopDatabase } from './blows/stop-database.mjs';
import { AdjustableClock } from './clock/adjustable-clock.mjs';
import { makeFullDisk } from './disks/full-disk.mjs';
import { proveKill } from './kill.mjs';

/** Of a small disk: what it needs at all, and what a round brings at most: on a busy machine one takes its time. */
const DISK_BYTES = 64 * 1024 * 1024;
const ROUND_BYTES = 64 * 1024 * 1024;

/**
 * What can befall Errata, each on the databases that make a difference to it. Each plays its rounds on an empty
 * folder and an empty database, and resolves with the columns of its row and the faults.
 */
const FORMS = {
  SIGKILL: {
    databases: ['sqlite', 'postgres'],
    play: ({ place, ...options }) =>
      proveKill({ ...place, ...options, blow: endServices('SIGKILL') }),
  },
  SIGTERM: {
    databases: ['sqlite', 'postgres'],
    play: ({ place, ...options }) =>
      proveKill({ ...place, ...options, blow: endServices('SIGTERM') }),
  },
  worker: {
    databases: ['sqlite', 'postgres'],
    play: ({ place, ...options }) =>
      proveKill({ ...place, ...options, relay: { settings: endableThreads }, blow: endThreads() }),
  },
  database: {
    databases: ['postgres'],
    play: ({ place, postgres, ...options }) =>
      proveKill({ ...place, ...options, blow: stopDatabase(postgres) }),
  },
  // With PostgreSQL, elsewhere, a spool that is drained goes on in the room that it has.
  disk: { databases: ['sqlite'], play: playFullDisk },
  clock: { databases: ['sqlite', 'postgres'], play: playClock },
  forward: { databases: ['sqlite', 'postgres'], play: playForwarding },
  power: {
    databases: ['sqlite'],
    play: ({ place, ...options }) => provePowerCuts({ folder: place.dataDir, ...options }),
  },
};

export const killForms = Object.keys(FORMS);

/**
 * The forms that are asked for, on the databases that are asked for, one at a time: each loads the machine.
 *
 * @param {{ forms: readonly string[], databases: readonly string[], rounds: number, seed: number }} options
 */
export async function proveKillForms({ forms, databases, rounds, seed }) {
  const rows = [];
  const faults = [];
  for (const [name, database] of list(forms, databases)) {
    const form = `${name}, ${database}`;
    console.log(`\n${form}`);
    const options = { rounds, seed, onRound: (line) => console.log(line) };
    try {
      const { faults: found, ...counts } = await playKillForm(name, database, options);
      const named = Object.entries(found);
      const numbers = Object.fromEntries(named.map(([what, lines]) => [what, lines.length]));
      rows.push({ form, rounds, ...counts, ...numbers });
      for (const [what, lines] of named) {
        faults.push(...lines.map((line) => `${form}: ${what}: ${line}`));
      }
    } catch (error) {
      // What is found by the others is told all the same.
      faults.push(`${form}: ${error.stack}`);
      await stopAll();
    }
  }
  return { rows, faults };
}

/**
 * One of them.
 *
 * @param {string} form
 * @param {string} database
 * @param {{ rounds: number, seed: number, mostPauseMs?: number, onRound?: (line: string) => void }} options
 * @returns {Promise<import('./kill.mjs').KillResult>}
 */
export function playKillForm(form, database, { onRound = () => {}, ...options }) {
  return onDatabase(database, (place) => FORMS[form].play({ ...place, ...options, onRound }));
}

function list(forms, databases) {
  return forms.flatMap((name) =>
    databases
      .filter((database) => FORMS[name].databases.includes(database))
      .map((database) => [name, database]),
  );
}

async function onDatabase(database, work) {
  return inTemporaryFolder(async (dataDir) => {
    if (database === 'sqlite') return work({ place: { dataDir } });
    const postgres = await startPostgres({ durable: true });
    try {
      return await work({ place: { dataDir, databaseUrl: postgres.url }, postgres });
    } finally {
      await postgres.remove();
    }
  });
}

async function playFullDisk({ place, rounds, ...options }) {
  const disk = await makeFullDisk(place.dataDir, DISK_BYTES + rounds * ROUND_BYTES);
  try {
    options.onRound(`by a ${disk.kind}`);
    const dataDir = join(disk.folder, 'data');
    await mkdir(dataDir);
    // What is left of the disk otherwise is not what is tried.
    const relay = { settings: { DISK_MIN_FREE_BYTES: '0' } };
    return await proveKill({ ...place, dataDir, relay, rounds, ...options, blow: fillDisk(disk) });
  } finally {
    await disk.remove();
  }
}

/** To a service that is away for one report in twenty. */
async function playForwarding({ place, ...options }) {
  const random = seededRandom(options.seed);
  const upstream = await new Upstream(() => random() < 0.05).open();
  try {
    return await proveKill({
      ...place,
      relay: { settings: { UPSTREAM_DSN: upstream.dsn } },
      ...options,
      blow: endServices('SIGKILL'),
      also: (load) => compareForwarded(load, upstream.eventIds, options.rounds),
    });
  } finally {
    await upstream.close();
  }
}

async function playClock({ place, ...options }) {
  const clock = new AdjustableClock(place.dataDir);
  const relay = clock.startOptions;
  return proveKill({ ...place, relay, ...options, blow: setClockBack(clock) });
}
