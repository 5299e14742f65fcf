import { setTimeout as pause } from 'node:timers/promises';

/** That it is full has been noticed. */
const LEAST_PUT_OFF = 10;
const MOST_FULL_MS = 1000;
/** One in so many meets the disk full and its end. */
const KILLED_IN = 0.25;

/**
 * Has the disk full until reports are put off, and a while longer; then there is room again, and they are
 * taken again without further ado.
 *
 * @param {import('../disks/full-disk.mjs').FillableDisk} disk
 * @returns {import('../kill.mjs').Blow}
 */
export function fillDisk(disk) {
  let before;
  return async ({ installation, load, random }) => {
    // Of those before the last kill nothing is held in memory any more; since then some may be.
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
