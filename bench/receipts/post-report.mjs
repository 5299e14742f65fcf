import { request } from 'node:http';
import { PROJECT } from '../processes/environment.mjs';

const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Posts a report. Resolves with the answer, or with an empty object without one. `isRefused` means
 * that nothing listened on the port.
 *
 * @param {import('node:http').Agent} agent
 * @returns {Promise<{ status?: number, retryAfter?: string, said?: string, isRefused?: boolean }>}
 */
export function postReport(agent, url, { publicKey, headers, body }) {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent,
      timeout: ANSWER_TIMEOUT_MS,
      headers: { ...headers, 'Content-Length': body.length },
    };
    const path = `/api/${PROJECT.id}/envelope/?sentry_key=${publicKey}`;
    const sending = request(url + path, options, (answer) => {
      const { statusCode: status, headers: fields } = answer.resume();
      const [retryAfter, said] = [fields['retry-after'], fields['x-sentry-error']];
      answer.on('end', () => resolve({ status, retryAfter, said }));
      answer.on('error', () => resolve({})).on('close', () => resolve({}));
    });
    sending.on('timeout', () => sending.destroy());
    sending.on('error', ({ code }) => resolve({ isRefused: code === 'ECONNREFUSED' }));
    sending.end(body);
  });
}
