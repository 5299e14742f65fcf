import { setTimeout as pause } from 'node:timers/promises';

const HOUR_MS = 3_600_000;
/** What runs meanwhile looks at it so often; and a while for what then happens. */
const MOST_RUN_MS = 500;

/**
 * Sets the relay's clock back by up to an hour, while it runs or between two lives of it, and then right again.
 *
 * @param {import('../clock/adjustable-clock.mjs').AdjustableClock} clock
 * @returns {import('../kill.mjs').Blow}
 */
export function setClockBack(clock) {
  return async ({ installation, load, random }) => {
    const backMs = Math.ceil(random() * HOUR_MS);
    const isRestarted = random() < 0.5;
    if (isRestarted) await installation.end(['relay'], 'SIGKILL');
    await clock.setBehind(backMs);
    if (isRestarted) await installation.start(['relay']);
    await load.untilAcknowledged(1);
    await pause(random() * MOST_RUN_MS);
    await clock.setBehind(0);
    const minutes = Math.ceil(backMs / 60_000);
    return {
      line: `${minutes} minutes back${isRestarted ? ', over a restart' : ''}, and right again`,
    };
  };
}
