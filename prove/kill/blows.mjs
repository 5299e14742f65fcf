import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pick } from '../../bench/fixtures/random.mjs';

const VICTIMS = [['relay'], ['relay'], ['renderer'], ['relay', 'renderer']];
/** One in so many ends a second time, while it starts. */
const TWICE_IN = 0.25;
const MOST_START_MS = 700;

/** Ends a service, or both, and starts them again. */
export function endServices(signal) {
  return async ({ installation, random }) => {
    const victims = pick(random, VICTIMS);
    const faults = await installation.end(victims, signal);
    let line = `${signal} to ${victims.join(' and ')}`;
    if (random() < TWICE_IN) {
      const startMs = Math.floor(random() * MOST_START_MS);
      installation.launch(victims);
      await pause(startMs);
      // A start that is cut short has promised nothing, a clean exit least of all.
      await installation.end(victims, 'SIGKILL');
      line += `, again ${startMs} ms into the start`;
    }
    await installation.start(victims);
    return { line, faults };
  };
}

/** A killed relay may have taken what a renderer had just sent to it: of each of the renderer's senders one report. */
const MOST_PUT_OFF = 3;

/** Ends one of two relays and two renderers in turn: the others answer as if nothing had happened. @type {import('./kill.mjs').Blow} */
export async function endReplica({ installation, load, random, round }) {
  const { names, urls } = installation;
  const victim = names[(round - 1) % names.length];
  const signal = pick(random, ['SIGTERM', 'SIGKILL']);
  const before = load.upsets.length;
  const faults = await installation.end([victim], signal);
  await load.untilAcknowledged(MEANWHILE);
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

/** What is taken all the same while something is away. */
const MEANWHILE = 20;
const MOST_AWAY_MS = 1000;

/** Stops the database, or has it crash, sees that reports are taken meanwhile, and starts it again. */
export function stopDatabase(postgres) {
  return async ({ load, random }) => {
    const way = random() < 0.5 ? 'stop' : 'crash';
    await postgres[way]();
    await load.untilAcknowledged(MEANWHILE);
    const awayMs = Math.floor(random() * MOST_AWAY_MS);
    await pause(awayMs);
    await postgres.start();
    return { line: `${way} of the database, taken meanwhile, ${awayMs} ms more` };
  };
}

/** Of a relay whose threads can be ended. */
export const endableThreads = {
  nodeArgs: ['--import', join(import.meta.dirname, 'ended-threads.preload.mjs')],
};

/** Ends threads of the relay, which ends by itself over that, and is started again. @type {import('./kill.mjs').Blow} */
export async function endThreads({ installation }) {
  process.kill(installation.getPid('relay'), 'SIGUSR2');
  await installation.untilEnded('relay');
  await installation.start(['relay']);
  return { line: 'threads of the relay ended' };
}

/** Shows that the full disk has been noticed. */
const LEAST_PUT_OFF = 10;
const MOST_FULL_MS = 1000;
/** One in so many meets the disk full and its end. */
const KILLED_IN = 0.25;

/**
 * Has the disk full until reports are put off, and a while longer; then there is room again, and they are
 * taken again without further ado.
 */
export function fillDisk(disk) {
  let before;
  return async ({ installation, load, random }) => {
    // Since the last kill some refusals may be in memory alone.
    before ??= structuredClone(load.refusals);
    const fullMs = Math.floor(random() * MOST_FULL_MS);
    await disk.makeFull({ pid: installation.getPid('relay'), random });
    await load.untilPutOff(LEAST_PUT_OFF);
    await pause(fullMs);
    const isKilled = random() < KILLED_IN;
    if (isKilled) await installation.end(['relay'], 'SIGKILL');
    await disk.makeRoom({ pid: installation.getPid('relay') });
    if (isKilled) {
      await installation.start(['relay']);
      load.noteForgotten(before);
      before = undefined;
    }
    await load.untilAcknowledged(1);
    const end = isKilled ? ', killed there' : '';
    return { line: `the disk full for ${fullMs} ms and longer${end}` };
  };
}

const HOUR_MS = 3_600_000;
/** What runs meanwhile looks at it so often; and a while for what then happens. */
const MOST_BEHIND_MS = 500;

/** Of a relay whose time of day is behind by what a file says. */
export const behind = (file) => ({
  nodeArgs: ['--import', join(import.meta.dirname, 'behind.preload.mjs')],
  settings: { PROVE_CLOCK_FILE: file },
});

/**
 * Sets the relay's clock back by up to an hour, while it runs or between two lives of it, and then right again.
 */
export function setClockBack(file) {
  const setBehind = async (ms) => {
    // Never half of it is read.
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
