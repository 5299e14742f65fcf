import { setTimeout as pause } from 'node:timers/promises';
import { compare } from './compare.mjs';
import { readStoredEvents } from './stored-events.mjs';

const STORED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/**
 * Resolves when there is nothing between what was answered and what is stored, or when that takes too long: counts come to
 * the database after the reports, and of what a relay has left another one takes care.
 *
 * @param {import('./compare.mjs').Answered} answered
 * @param {{ dataDir: string, databaseUrl?: string }} place
 */
export async function untilStored(answered, place) {
  const endMs = performance.now() + STORED_WITHIN_MS;
  for (;;) {
    const faults = Object.values(compare(answered, await readStoredEvents(place)));
    if (faults.every((lines) => lines.length === 0) || performance.now() > endMs) return;
    await pause(LOOK_EVERY_MS);
  }
}
