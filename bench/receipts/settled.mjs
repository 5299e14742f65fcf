import { setTimeout as pause } from 'node:timers/promises';
import { untilDrained as drained } from '../../scripts/support/drained.mjs';
import { METRICS_TOKEN } from '../processes/environment.mjs';
import { compare } from './compare.mjs';
import { readStoredEvents } from './stored-events.mjs';

const DRAINED_WITHIN_MS = 300_000;
/**
 * `settle` gives up after this time without a change. A slow machine may take long, but its numbers
 * change.
 */
const SILENCE_MS = 60_000;
const ASK_EVERY_MS = 50;

/** Resolves when no report waits in the relay's spool, for processing or forwarding. */
export function untilDrained(relayUrl) {
  return drained(relayUrl, METRICS_TOKEN, { withinMs: DRAINED_WITHIN_MS, everyMs: ASK_EVERY_MS });
}

/**
 * Resolves with the stored events and their faults, once no fault is left or nothing changes any
 * more. The wait is needed because counts reach the database after the reports, and another relay
 * may still take over reports of one that ended.
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
