import { setTimeout as pause } from 'node:timers/promises';

/** What is taken all the same. */
const LEAST_MEANWHILE = 20;
const MOST_AWAY_MS = 1000;

/**
 * Stops the database, or has it crash, sees that reports are taken meanwhile, and starts it again.
 *
 * @param {Pick<Awaited<ReturnType<typeof import('../../../scripts/support/postgres.mjs').startPostgres>>,
 *   'stop' | 'crash' | 'start'>} postgres
 * @returns {import('../kill.mjs').Blow}
 */
export function stopDatabase(postgres) {
  return async ({ load, random }) => {
    const way = random() < 0.5 ? 'stop' : 'crash';
    await postgres[way]();
    await load.untilAcknowledged(LEAST_MEANWHILE);
    const awayMs = Math.floor(random() * MOST_AWAY_MS);
    await pause(awayMs);
    await postgres.start();
    return { line: `${way} of the database, taken meanwhile, ${awayMs} ms more` };
  };
}
