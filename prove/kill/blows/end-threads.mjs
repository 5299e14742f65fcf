import { fileURLToPath } from 'node:url';

const PRELOAD = new URL('ended-threads.preload.mjs', import.meta.url);

/** Of a relay whose threads this can end. */
export const endableThreads = { NODE_OPTIONS: `--import=${fileURLToPath(PRELOAD)}` };

/**
 * Ends threads of the relay: those that process, and those that decode. It ends by itself over that, and is started again.
 *
 * @returns {import('../kill.mjs').Blow}
 */
export function endThreads() {
  return async ({ installation }) => {
    process.kill(installation.getPid('relay'), 'SIGUSR2');
    await installation.untilEnded('relay');
    await installation.start(['relay']);
    return { line: 'threads of the relay ended' };
  };
}
