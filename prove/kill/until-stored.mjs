import { setTimeout as pause } from 'node:timers/promises';
import { compare } from './compare.mjs';
import { readStoredEvents } from './stored-events.mjs';

/** Without anything that comes. However much waits on a slow machine, it is not lost as long as some of it comes. */
const SILENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

/**
 * Resolves when there is nothing between what was answered and what is stored, or when nothing comes any more: counts come to
 * the database after the reports, and of what a relay has left another one takes care.
 *
 * @param {import('./compare.mjs').Answered} answered
 * @param {{ dataDir: string, databaseUrl?: string }} place
 */
export async function untilStored(answered, place) {
  let endMs = performance.now() + SILENCE_MS;
  let before = '';
  for (;;) {
    const faults = Object.values(compare(answered, await readStoredEvents(place)));
    if (faults.every((lines) => lines.length === 0) || performance.now() > endMs) return;
    const now = JSON.stringify(faults);
    if (now !== before) endMs = performance.now() + SILENCE_MS;
    before = now;
    await pause(LOOK_EVERY_MS);
  }
}
