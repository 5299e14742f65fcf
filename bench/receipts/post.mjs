import { request } from 'node:http';

/**
 * Posts a body. Resolves with the answer once all of it has come, and otherwise with the reason why
 * none came. `isRefused` means that nothing listened on the port.
 *
 * @param {string} url
 * @param {import('node:http').Agent} agent
 * @param {{ headers?: Record<string, string>, body: Buffer | string, timeoutMs?: number }} report
 * @returns {Promise<{ status?: number, headers?: import('node:http').IncomingHttpHeaders, reason?:
 *   string, isRefused?: boolean }>}
 */
export function post(url, agent, { headers, body, timeoutMs }) {
  return new Promise((resolve) => {
    const length = { 'Content-Length': Buffer.byteLength(body) };
    const options = {
      method: 'POST',
      agent,
      timeout: timeoutMs,
      headers: { ...headers, ...length },
    };
    const sending = request(url, options, (answer) => {
      const { statusCode: status, headers: fields } = answer.resume();
      answer.on('end', () => resolve({ status, headers: fields }));
      answer.on('error', ({ message }) => resolve({ reason: message }));
      answer.on('close', () => resolve({ reason: 'cut off' }));
    });
    sending.on('timeout', () => sending.destroy());
    sending.on('error', ({ code, message }) => {
      resolve({ reason: message, isRefused: code === 'ECONNREFUSED' });
    });
    sending.end(body);
  });
}
