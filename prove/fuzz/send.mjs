import { Agent } from 'node:http';
import { post } from '../../bench/receipts/post.mjs';

const AT_ONCE = 8;

/** Documented answers that a report may get while no rate limit applies. */
const ALLOWED = new Set([200, 400, 413, 503]);

/**
 * Posts every body, some at once, over kept-alive connections.
 *
 * @returns {Promise<{ statuses: Map<number, number>, faults: string[] }>} how many requests had
 *   each status; a line, with the body, for each status that is not allowed and for each body
 *   without an answer
 */
export async function sendAll(url, bodies, { atOnce = AT_ONCE } = {}) {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map();
  const faults = [];
  const waiting = bodies[Symbol.iterator]();
  const sendInTurn = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const { encoding, body } = next.value;
      const headers = { 'Content-Encoding': encoding };
      const { status = 0, reason = '' } = await post(url, agent, { headers, body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (ALLOWED.has(status)) continue;
      const shown = body.subarray(0, 2000).toString('base64');
      faults.push(`${status} ${reason} to ${encoding} ${shown}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendInTurn)).finally(() => agent.destroy());
  return { statuses, faults };
}
