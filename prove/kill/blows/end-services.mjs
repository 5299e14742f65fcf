import { setTimeout as pause } from 'node:timers/promises';
import { pick } from '../../../bench/fixtures/random.mjs';

const VICTIMS = [['relay'], ['relay'], ['renderer'], ['relay', 'renderer']];
/** One in so many ends a second time, while it starts. */
const TWICE_IN = 0.25;
const MOST_START_MS = 700;

/**
 * Ends a service, or both, and starts them again.
 *
 * @param {'SIGTERM' | 'SIGKILL'} signal
 * @returns {import('../kill.mjs').Blow}
 */
export function endServices(signal) {
  return async ({ installation, random }) => {
    const victims = pick(random, VICTIMS);
    const endings = await installation.end(victims, signal);
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
    return { line, endings };
  };
}
