import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 25;

/**
 * True for the error of a browser that was asked about a page while leaving it. `eventually` then
 * asks again. Playwright is loaded outside the specs' realm, so its errors are no instances of
 * their `Error`.
 */
function isLeftPageError(error: unknown): boolean {
  return String(error).includes('Execution context was destroyed');
}

/**
 * Calls `ask` until it returns an answer. Rejects with `what` after the deadline, and with every
 * other error at once.
 */
export async function eventually<Answer>(
  what: string,
  ask: () => Answer | undefined | false | Promise<Answer | undefined | false>,
  deadlineMs = 90_000,
): Promise<Answer> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const answer = await Promise.resolve(ask()).catch((error: unknown) => {
      if (!isLeftPageError(error)) throw error;
    });
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > endMs) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`);
    await pause(INTERVAL_MS);
  }
}
