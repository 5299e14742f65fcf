import { until } from './until.mjs';

/**
 * Resolves when no report waits in a relay's spool, for processing or forwarding.
 *
 * @param {string} relayUrl
 * @param {string} token that may read the relay's full health
 * @param {{ withinMs?: number, everyMs?: number }} [times]
 */
export function untilDrained(relayUrl, token, times) {
  const headers = { Authorization: `Bearer ${token}` };
  const isDrained = async () => {
    const answer = await fetch(`${relayUrl}/health/ready`, { headers });
    const { queue, forwarding } = await answer.json();
    return queue.depth + (forwarding?.depth ?? 0) === 0;
  };
  return until('an empty spool', isDrained, times);
}
