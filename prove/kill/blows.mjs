import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pick } from '../../bench/fixtures/random.mjs';

const VICTIMS = [['relay'], ['relay'], ['renderer'], ['relay', 'renderer']];
const SHARE_ENDED_TWICE = 0.25;
const MOST_START_MS = 700;

export function endServices(signal) {
  return async ({ installation, random }) => {
    const victims = pick(random, VICTIMS);
    const faults = await installation.end(victims, signal);
    let line = `${signal} to ${victims.join(' and ')}`;
    if (random() < SHARE_ENDED_TWICE) {
      const startMs = Math.floor(random() * MOST_START_MS);
      installation.launch(victims);
      await pause(startMs);
      // A service that is killed while it starts need not exit cleanly, so its ending is ignored.
      await installation.end(victims, 'SIGKILL');
      line += `, again ${startMs} ms into the start`;
    }
    await installation.start(victims);
    return { line, faults };
  };
}

/**
 * Maximum number of 503 answers that a renderer may give when a relay is killed: one for each
 * sender that posts to that renderer. The killed relay may have taken these reports without
 * answering.
 */
const MOST_PUT_OFF = 3;

/**
 * Ends one of two relays and two renderers in turn, and checks that the others answer as usual.
 *
 * @type {import('./kill.mjs').Blow}
 */
export async function endReplica({ installation, load, random, round }) {
  const { names, urls } = installation;
  const victim = names[(round - 1) % names.length];
  const signal = pick(random, ['SIGTERM', 'SIGKILL']);
  const before = load.upsets.length;
  const faults = await installation.end([victim], signal);
  await load.untilAcknowledged(MIN_ACKNOWLEDGED_WHILE_AWAY);
  await installation.start([victim]);
  const isKilledRelay = victim.startsWith('relay') && signal === 'SIGKILL';
  for (const [name, url] of urls) {
    const upsets = load.upsets.slice(before).filter((each) => each.url === url);
    const isPutOff = upsets.every(({ status }) => status === 503);
    const most = isKilledRelay && name.startsWith('renderer') && isPutOff ? MOST_PUT_OFF : 0;
    if (name !== victim && upsets.length > most) {
      faults.push(`${name} upset ${upsets.length} while ${victim} was away`);
    }
  }
  return { line: `${signal} to ${victim}`, faults };
}

const PAUSES_MS = [25_000, 25_000, 25_000, 180_000];

/** Stops the processes of services, as a machine does that sleeps or has no CPU, and lets them go on. */
export async function pauseServices({ installation, load, random }) {
  const victims = pick(random, VICTIMS);
  const pauseMs = pick(random, PAUSES_MS);
  const signal = (name) => victims.forEach((each) => process.kill(installation.getPid(each), name));
  signal('SIGSTOP');
  await pause(pauseMs);
  signal('SIGCONT');
  await load.untilAcknowledged(MIN_ACKNOWLEDGED_WHILE_AWAY);
  return { line: `${victims.join(' and ')} paused for ${pauseMs / 1000} s` };
}

/**
 * Events that are kept although their sender got 503 or no answer: the connection closed while they
 * were written. One for each service that is paused, in each of at most so many rounds.
 */
const MOST_KEPT = 10;

/** Lists the events that were given up and are stored, when they are more than a handful. */
export function findKeptInSpite({ events }, { ids }) {
  const kept = ids.filter((id) => events.unsure.has(id));
  return { 'kept in spite of a 503': kept.length > MOST_KEPT ? kept : [] };
}

/** Number of reports that have to be acknowledged while a server or the database is away. */
const MIN_ACKNOWLEDGED_WHILE_AWAY = 20;
const MOST_AWAY_MS = 1000;

export function stopDatabase(postgres) {
  return async ({ load, random }) => {
    const way = random() < 0.5 ? 'stop' : 'crash';
    await postgres[way]();
    await load.untilAcknowledged(MIN_ACKNOWLEDGED_WHILE_AWAY);
    const awayMs = Math.floor(random() * MOST_AWAY_MS);
    await pause(awayMs);
    await postgres.start();
    return { line: `${way} of the database, taken meanwhile, ${awayMs} ms more` };
  };
}

/** Options of a relay whose threads `endThreads` can end. */
export const endableThreads = {
  nodeArgs: ['--import', join(import.meta.dirname, 'ended-threads.preload.mjs')],
};

/**
 * Ends threads of the relay, waits until the relay therefore ends itself, and starts it again.
 *
 * @type {import('./kill.mjs').Blow}
 */
export async function endThreads({ installation }) {
  process.kill(installation.getPid('relay'), 'SIGUSR2');
  await installation.untilEnded('relay');
  await installation.start(['relay']);
  return { line: 'threads of the relay ended' };
}

/** After this many answers of 503 the relay has noticed the full disk. */
const LEAST_PUT_OFF = 10;
const MOST_FULL_MS = 1000;
const SHARE_KILLED_WHILE_FULL = 0.25;

/**
 * Fills the disk until the relay answers 503, and leaves it full a while longer. Once there is room
 * again, the relay takes reports without a restart.
 */
export function fillDisk(disk) {
  return async ({ installation, load, random }) => {
    const fullMs = Math.floor(random() * MOST_FULL_MS);
    await disk.makeFull({ pid: installation.getPid('relay'), random });
    await load.untilPutOff(LEAST_PUT_OFF);
    await pause(fullMs);
    const isKilled = random() < SHARE_KILLED_WHILE_FULL;
    if (isKilled) await installation.end(['relay'], 'SIGKILL');
    await disk.makeRoom({ pid: installation.getPid('relay') });
    if (isKilled) await installation.start(['relay']);
    await load.untilAcknowledged(1);
    const end = isKilled ? ', killed there' : '';
    return { line: `the disk full for ${fullMs} ms and longer${end}` };
  };
}

const HOUR_MS = 3_600_000;
/**
 * After a report is acknowledged, the clock stays set back for at most this long. Processes read
 * the clock's file within this time and react to it.
 */
const MOST_BEHIND_MS = 500;

/** Options of a relay whose time of day is behind by the milliseconds in a file. */
export const clockBehindOptions = (file) => ({
  nodeArgs: ['--import', join(import.meta.dirname, 'behind.preload.mjs')],
  settings: { PROVE_CLOCK_FILE: file },
});

/**
 * Sets the relay's clock back by up to an hour, while it runs or over a restart, and then restores
 * it.
 */
export function setClockBack(file) {
  const setBehind = async (ms) => {
    // The rename keeps processes from reading half of the number.
    await writeFile(`${file}.new`, String(ms));
    await rename(`${file}.new`, file);
  };
  return async ({ installation, load, random }) => {
    const backMs = Math.ceil(random() * HOUR_MS);
    const isRestarted = random() < 0.5;
    if (isRestarted) await installation.end(['relay'], 'SIGKILL');
    await setBehind(backMs);
    if (isRestarted) await installation.start(['relay']);
    await load.untilAcknowledged(1);
    await pause(random() * MOST_BEHIND_MS);
    await setBehind(0);
    const how = isRestarted ? ', over a restart' : '';
    return { line: `${Math.ceil(backMs / 60_000)} minutes back${how}, and right again` };
  };
}
