import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';

const DEADLINE_MS = 60_000;
const INTERVAL_MS = 20;

/**
 * Asks `/health/ready` at all addresses until one answers 200 or the signal aborts. Throws with the
 * last answer after the deadline.
 *
 * @param {{ name: string, urls: readonly string[] }} service
 * @param {AbortSignal} signal aborts when the service has ended
 */
export async function waitUntilHealthy({ name, urls }, signal) {
  const deadlineMs = performance.now() + DEADLINE_MS;
  while (!signal.aborted) {
    const answers = await Promise.all(urls.map(askHealth));
    if (answers.some(({ status }) => status === 200)) return;
    if (performance.now() > deadlineMs) {
      const said = answers.find(({ status }) => status > 0) ?? answers[0];
      throw new Failure(`The ${name} did not become ready: ${said.text}`);
    }
    await pause(INTERVAL_MS);
  }
}

/** `node:http` replaces fetch here, because fetch would load undici at every start. */
function askHealth(url) {
  return new Promise((resolve) => {
    const request = get(`${url}/health/ready`, { agent: false, timeout: 5000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 5 s')));
    request.on('error', (error) => resolve({ status: 0, text: error.message }));
  });
}
