import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEnvelope, createEventId } from '../apps/monitoring-relay/test/support/envelopes.ts';
import { publicKey, startRelay } from '../apps/monitoring-relay/test/support/started-relay.ts';
import { proxies, readProxyLines, startProxy } from './support/documented-proxy.ts';
import type { Proxy } from './support/documented-proxy.ts';
import { eventually } from './support/eventually.ts';

const DOCUMENT = { name: 'tunnel.md', address: '127.0.0.1:3001' };
const DSN = `http://${publicKey}@errata.example.com/1`;

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function startBefore(proxy: Proxy, upstream: string): Promise<string> {
  const { url, end } = await startProxy(proxy, DOCUMENT, upstream);
  ends.push(end);
  return url;
}

function post(url: string, body: string): Promise<Response> {
  const headers = {
    'Content-Type': 'text/plain;charset=UTF-8',
    Origin: url,
    Cookie: 'session=of-the-application',
  };
  return fetch(`${url}/monitoring?o=7`, { method: 'POST', headers, body });
}

function createLargeEnvelope(eventId: string): string {
  const file = 'x'.repeat(3_000_000);
  const item = JSON.stringify({ type: 'attachment', length: file.length, filename: 'log.txt' });
  return `${createEnvelope({ dsn: DSN, eventId })}\n${item}\n${file}\n`;
}

describe.each(proxies)('$name with the lines of docs/tunnel.md', (proxy) => {
  if (!proxy.program) {
    it(`names the tunnel of the relay (untested, as ${proxy.name} is not installed)`, () => {
      expect(readProxyLines(DOCUMENT, proxy.language)).toContain('/monitoring');
    });
    return;
  }

  it('passes small and large reports on to the relay, and its answers back', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '3' });
    const url = await startBefore(proxy, new URL(relay.url).host);
    const [small, large] = [createEventId(), createEventId()];

    const taken = [
      await post(url, createEnvelope({ dsn: DSN, eventId: small })),
      await post(url, createLargeEnvelope(large)),
    ];
    expect(taken.map(({ status }) => status)).toEqual([200, 200]);
    expect(await taken[0]!.json()).toEqual({ id: small });
    expect(await taken[1]!.json()).toEqual({ id: large });

    // A few more reports may be taken before the refusal, because the limit refills while the test
    // runs.
    const { headers } = await eventually('a refusal', async () => {
      const answer = await post(url, createEnvelope({ dsn: DSN }));
      return answer.status === 429 && answer;
    });
    expect(headers.get('X-Sentry-Rate-Limits')).toMatch(/^\d+:[a-z_;]+:key$/);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('does not pass on the cookies of the application', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const upstream = createServer((request, response) => {
      seen.push(request.headers);
      request.resume().on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    ends.push(async () => {
      upstream.closeAllConnections();
      await once(upstream.close(), 'close');
    });
    const { port } = upstream.address() as AddressInfo;
    const url = await startBefore(proxy, `127.0.0.1:${port}`);

    expect((await post(url, createEnvelope({ dsn: DSN }))).status).toBe(200);

    expect(seen).toHaveLength(1);
    expect(seen[0]!.cookie ?? '').toBe('');
    expect(seen[0]!.origin).toBe(url);
  });
});
