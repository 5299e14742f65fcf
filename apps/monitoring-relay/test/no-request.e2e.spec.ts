import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const PATH = `/api/1/envelope/?sentry_key=${publicKey}`;
const POST = `POST ${PATH} HTTP/1.1\r\nHost: x\r\n`;

let relay: StartedRelay;

beforeEach(async () => {
  relay = await startRelay();
});

async function send(text: string, isLast = false): Promise<Response> {
  const socket = connect(Number(new URL(relay.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  if (isLast) socket.end(text);
  else socket.write(text);
  await once(socket, 'end');
  const [, status, head = '', body] = /^HTTP\/1\.1 (\d+) [^\r]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(
    answer,
  )!;
  const headers = head.split('\r\n').map((line) => line.split(': ') as [string, string]);
  return new Response(body, { status: Number(status), headers });
}

describe('a malformed HTTP request', () => {
  it.each([
    [
      'a pixel of 17 kB',
      `GET /api/1/store/?sentry_data=${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
    ],
    ['a header of 17 kB', `${POST}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['a chunk without a length', `${POST}Transfer-Encoding: chunked\r\n\r\nnone\r\n`, 400],
    [
      'a length and chunks',
      `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello`,
      400,
    ],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['an expectation', `${POST}Expect: more\r\nContent-Length: 0\r\n\r\n`, 417],
  ])('is answered like a refused report: %s', async (_, text, status) => {
    await expectContract(await send(text), status);
  });

  it('is answered like a refused report when its sender closes its half early', async () => {
    await expectContract(await send(`${POST}Content-Length: 9\r\n\r\n{}`, true), 400);
  });

  async function expectContract(answer: Response, status: number): Promise<void> {
    expect(answer.status).toBe(status);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'application/json',
    });
    expect(await answer.json()).toEqual({ detail: headers['x-sentry-error'] });
  }
});

it('the relay keeps idle connections longer than proxies and balancers do', async () => {
  const { headers } = await fetch(relay.url + PATH, { method: 'POST', body: '{}\n' });
  expect(headers.get('keep-alive')).toBe('timeout=130');
});
