import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 25;

/**
 * Playwright throws this error when a spec asks about a page that is just being left. `eventually`
 * asks again. Playwright runs outside the specs' realm, so `instanceof Error` does not work on its
 * errors.
 */
function isLeftPageError(error: unknown): boolean {
  return String(error).includes('Execution context was destroyed');
}

/**
 * Calls `ask` until it returns an answer. Rejects with `what` after the deadline. Rejects at once
 * when `ask` fails, unless the error comes from a page that is being left.
 */
export async function eventually<Answer>(
  what: string,
  ask: () => Answer | undefined | false | Promise<Answer | undefined | false>,
  deadlineMs = 90_000,
): Promise<Answer> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const askedMs = performance.now();
    const answer = await Promise.resolve(ask()).catch((error: unknown) => {
      if (!isLeftPageError(error)) throw error;
    });
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > endMs) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`);
    // Whatever `ask` waits for needs the CPU, so at most half of the time goes into asking.
    await pause(Math.max(INTERVAL_MS, performance.now() - askedMs));
  }
}
