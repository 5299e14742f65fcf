import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { median } from '../report/median.mjs';

const REQUESTS = 100;

/**
 * Asks for a page a hundred times, one after the other over one connection; resolves with the median
 * time from the question to the first byte of the body, in milliseconds.
 *
 * @param {string} url
 */
export async function timeToFirstByte(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  for (let asked = 0; asked < REQUESTS; asked += 1) {
    // One at a time: it is the wait of a single visitor.
    times.push(await askOnce(url, agent));
  }
  agent.destroy();
  return median(times);
}

async function askOnce(url, agent) {
  const startMs = performance.now();
  const [answer] = await once(request(url, { agent }).end(), 'response');
  let firstMs;
  for await (const _ of answer) firstMs ??= performance.now() - startMs;
  if (answer.statusCode !== 200 || firstMs === undefined) throw new Error(`${url} is no page.`);
  return firstMs;
}
