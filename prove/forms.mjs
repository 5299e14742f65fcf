import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onDatabase } from '../bench/processes/place.mjs';
import { proveForwarding } from './forward/forward.mjs';
import { proveFuzz } from './fuzz/fuzz.mjs';
import {
  clockBehindOptions,
  endableThreads,
  endReplica,
  endServices,
  endThreads,
  fillDisk,
  findKeptInSpite,
  pauseServices,
  setClockBack,
  stopDatabase,
} from './kill/blows.mjs';
import { makeFullDisk, toDiskBytes } from './kill/full-disk.mjs';
import { proveKill } from './kill/kill.mjs';
import { proveLimit } from './limit/limit.mjs';
import { proveLimitedUploads } from './limit/limited-uploads.mjs';
import { provePowerCuts } from './power/power-cuts.mjs';
import { proveRestart } from './restart.mjs';
import { proveSmallDisk } from './uploads/small-disk.mjs';
import { takeEachOut } from './taking-out/one-at-a-time.mjs';
import { takenOut, tryWithout } from './taking-out/taking-out.mjs';

const both = ['sqlite', 'postgres'];

/**
 * @typedef {object} PlayOptions
 * @property {import('../bench/processes/place.mjs').Place} place an empty folder and an empty database
 * @property {number} rounds
 * @property {number} seed
 * @property {number} [endMs] no round begins after it, by `performance.now()`
 * @property {number} [mostPauseMs] of a sender between a report and the next
 * @property {(line: string) => void} onRound
 */

/**
 * The forms: faults that may happen to Errata, each with the databases to try it on (default:
 * SQLite) and the rounds of a long run (default: 100). `play` resolves with the columns of the
 * form's row, or with its rows, and with `faults`: lists of lines, all of which have to be empty.
 */
export const FORMS = {
  // This form comes first, because it fails at once without root. Each of its rounds takes a
  // minute.
  limit: { rounds: 30, play: proveLimit },
  'kill/SIGKILL': {
    about: 'services are killed at random moments',
    databases: both,
    play: withBlow(() => ({ blow: endServices('SIGKILL') })),
  },
  'kill/SIGTERM': {
    about: 'services are stopped and started',
    databases: both,
    play: withBlow(() => ({ blow: endServices('SIGTERM') })),
  },
  'kill/worker': {
    databases: both,
    play: withBlow(() => ({ blow: endThreads, relay: endableThreads })),
  },
  'kill/database': {
    databases: ['postgres'],
    play: withBlow(({ postgres }) => ({ blow: stopDatabase(postgres) })),
  },
  // This form runs on SQLite only. PostgreSQL stores events on another disk, so the spool would
  // drain and find room again although the disk is full.
  'kill/disk': { about: 'the disk fills up, and gets room again', play: playFullDisk },
  'kill/paused': {
    about: 'services are paused for 25 s or three minutes',
    databases: both,
    rounds: 8,
    play: withBlow(() => ({ blow: pauseServices, also: findKeptInSpite })),
  },
  'kill/clock': {
    databases: both,
    play: withBlow(({ dataDir }) => {
      const file = join(dataDir, 'clock-behind-ms');
      return { blow: setClockBack(file), relay: clockBehindOptions(file) };
    }),
  },
  'kill/replicas': {
    databases: ['postgres'],
    play: withBlow(() => ({ blow: endReplica, copies: 2 })),
  },
  power: { play: provePowerCuts },
  restart: { play: proveRestart },
  forward: { databases: both, play: proveForwarding },
  fuzz: { play: proveFuzz },
  'uploads/disk': { rounds: 30, play: proveSmallDisk },
  'uploads/memory': { rounds: 10, play: proveLimitedUploads },
  'taking-out/types': { rounds: 1, play: ({ onRound }) => takeEachOut(onRound) },
  'taking-out/start': { rounds: 1, databases: both, play: proveWithout },
};

/**
 * Plays one form.
 *
 * @param {string} name
 * @param {Partial<PlayOptions> & { database: string, rounds: number, seed: number }} options
 * @returns {Promise<Record<string, number> & { faults: Record<string, readonly string[]>, rows?: readonly object[] }>}
 */
export function playForm(name, { database, onRound = () => {}, ...options }) {
  return onDatabase(database, (place) => FORMS[name].play({ place, onRound, ...options }));
}

function withBlow(toBlow) {
  return (options) => proveKill({ ...options, ...toBlow(options.place) });
}

async function playFullDisk({ place, ...options }) {
  const disk = await makeFullDisk(place.dataDir, toDiskBytes(options.rounds));
  try {
    options.onRound(`by a ${disk.kind}`);
    const dataDir = join(disk.folder, 'data');
    await mkdir(dataDir);
    // The form tries a disk that is really full, so the relay must not refuse reports before.
    const relay = { settings: { DISK_MIN_FREE_BYTES: '0' } };
    return await proveKill({ ...options, place: { dataDir }, relay, blow: fillDisk(disk) });
  } finally {
    await disk.remove();
  }
}

async function proveWithout({ place }) {
  const fault = await tryWithout(takenOut, place.databaseUrl);
  return { faults: { broken: fault === undefined ? [] : [fault] } };
}
