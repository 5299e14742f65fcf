import { setTimeout as pause } from 'node:timers/promises';
import { readRelayHealth } from '../processes/errata.mjs';
import { compare } from './compare.mjs';
import { readStoredEvents } from './stored-events.mjs';

const DRAIN_TIMEOUT_MS = 300_000;
/** However much waits on a slow machine, it is not lost as long as some of it comes. */
const SILENCE_MS = 60_000;
const ASK_EVERY_MS = 50;

/** Resolves when nothing waits in the relay's spool any more, to be processed or to be forwarded. */
export async function untilDrained(relayUrl) {
  const endMs = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    // Each answer decides whether there is another question.
    const { queue, forwarding } = await readRelayHealth(relayUrl);
    const waiting = queue.depth + (forwarding?.depth ?? 0);
    if (waiting === 0) return;
    if (performance.now() > endMs) throw new Error(`${waiting} reports still wait.`);
    await pause(ASK_EVERY_MS);
  }
}

/**
 * Resolves with what is stored, and what of that cannot be, once that is nothing, or once nothing comes any more: counts
 * come to the database after the reports, and another relay takes care of what one has left.
 */
export async function settle(answered, place) {
  let endMs = performance.now() + SILENCE_MS;
  let before = '';
  for (;;) {
    const stored = await readStoredEvents(place);
    const faults = compare(answered, stored);
    const isDone = Object.values(faults).every((lines) => lines.length === 0);
    if (isDone || performance.now() > endMs) return { stored, faults };
    const now = JSON.stringify(faults);
    if (now !== before) endMs = performance.now() + SILENCE_MS;
    before = now;
    await pause(4 * ASK_EVERY_MS);
  }
}
