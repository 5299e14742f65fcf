import { fileURLToPath } from 'node:url';

const PRELOAD = new URL('ended-threads.preload.mjs', import.meta.url);

/** Of a relay whose threads this can end. */
export const endableThreads = { NODE_OPTIONS: `--import=${fileURLToPath(PRELOAD)}` };

/**
 * Ends threads of the relay: those that process, and those that decode. It has others by itself.
 *
 * @returns {import('../kill.mjs').Blow}
 */
export function endThreads() {
  return ({ installation }) => {
    process.kill(installation.getPid('relay'), 'SIGUSR2');
    return Promise.resolve({ line: 'threads of the relay ended' });
  };
}
