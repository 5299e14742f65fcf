import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 25;

/**
 * A browser does not answer for a page that it leaves meanwhile, so it is asked again. Playwright is loaded outside of
 * the specs' realm, so its errors are no instances of their `Error`.
 */
function isOfLeftPage(error: unknown): boolean {
  return String(error).includes('Execution context was destroyed');
}

/** Asks until there is an answer, and fails with what was waited for when the deadline passes. */
export async function eventually<Answer>(
  what: string,
  ask: () => Answer | undefined | false | Promise<Answer | undefined | false>,
  deadlineMs = 90_000,
): Promise<Answer> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    // Each answer decides whether there is another question.
    const answer = await Promise.resolve(ask()).catch((error: unknown) => {
      if (!isOfLeftPage(error)) throw error;
    });
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > endMs) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`);
    await pause(INTERVAL_MS);
  }
}
