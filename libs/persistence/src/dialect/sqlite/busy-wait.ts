import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './sqlite-faults.ts';

const FIRST_DELAY_MS = 1;
const LONGEST_DELAY_MS = 25;

/**
 * Repeats `attempt` for at most `timeoutMs` while another connection holds the lock. SQLite's own
 * busy handler would block the thread, so a lock holder in the same process could never finish.
 */
export async function waitWhileBusy<T>(attempt: () => T, timeoutMs: number): Promise<T> {
  const startedMs = performance.now();
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedMs > timeoutMs) throw error;
    }
    await delay(delayMs);
  }
}
