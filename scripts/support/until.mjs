import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';

/**
 * Asks until there is an answer that is not falsy, and resolves with it. Rejects at the deadline
 * with a `Failure` that names `what`.
 *
 * @template Answer
 * @param {string} what
 * @param {() => Answer | Promise<Answer>} ask
 * @returns {Promise<Answer>}
 */
export async function until(what, ask, { withinMs = 60_000, everyMs = 20 } = {}) {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > endMs) {
      throw new Failure(`Waited ${withinMs / 1000} s for ${what} in vain.`);
    }
    await pause(everyMs);
  }
}
