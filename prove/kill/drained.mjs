import { setTimeout as pause } from 'node:timers/promises';
import { readRelayHealth } from '../../bench/processes/relay-health.mjs';

const DRAIN_TIMEOUT_MS = 300_000;
const ASK_EVERY_MS = 50;

/** Resolves when nothing waits in the relay's spool any more, to be processed or to be forwarded. */
export async function untilDrained(relayUrl) {
  const endMs = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    // Each answer decides whether there is another question.
    const health = await readRelayHealth(relayUrl);
    const waiting = health.queue.depth + (health.forwarding?.depth ?? 0);
    if (waiting === 0) return;
    if (performance.now() > endMs) throw new Error(`${waiting} reports still wait.`);
    await pause(ASK_EVERY_MS);
  }
}
