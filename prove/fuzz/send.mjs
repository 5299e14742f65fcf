import { Agent, request } from 'node:http';

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
      const answer = await post(url, agent, next.value);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (!ALLOWED.has(answer.status)) faults.push(describe(next.value, answer));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendInTurn)).finally(() => agent.destroy());
  return { statuses, faults };
}

function post(url, agent, { encoding, body }) {
  return new Promise((resolve) => {
    const fail = (error) => resolve({ status: 0, reason: String(error?.message ?? 'cut off') });
    const headers = { 'Content-Encoding': encoding, 'Content-Length': body.length };
    const sending = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode, reason: '' }));
      answer.on('error', fail);
      answer.on('close', fail);
    });
    sending.on('error', fail);
    sending.end(body);
  });
}

function describe({ encoding, body }, { status, reason }) {
  return `${status} ${reason} to ${encoding} ${body.subarray(0, 2000).toString('base64')}`;
}
