import { afterAll, describe, expect, it } from '@jest/globals';
import { createEnvelope, createEventId } from '../apps/monitoring-relay/test/support/envelopes.ts';
import { publicKey, startRelay } from '../apps/monitoring-relay/test/support/started-relay.ts';
import { startSpecRenderer } from '../apps/renderer/test/support/spec-renderer.ts';
import { OWNER, owned } from './support/access.ts';
import { proxies, readProxyLines, startProxy } from './support/documented-proxy.ts';
import type { Proxy } from './support/documented-proxy.ts';
import { findFreePorts } from './support/free-ports.ts';

const DOCUMENT = { name: 'proxy.md', address: '127.0.0.1:3000' };

const ends: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function startBehind(proxy: Proxy, relayUrl: string): Promise<string> {
  const [port, proxyPort] = (await findFreePorts(2)) as [number, number];
  const renderer = await startSpecRenderer({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
    RELAY_URL: relayUrl,
    TRUST_PROXY: 'loopback',
    ...owned,
  });
  await renderer.listen();
  const { url, end } = await startProxy(proxy, DOCUMENT, `127.0.0.1:${port}`, proxyPort);
  ends.push(() => renderer.end(), end);
  return url;
}

describe.each(proxies)('$name with the lines of docs/proxy.md', (proxy) => {
  if (!proxy.program) {
    it(`names the address of the console (untested, as ${proxy.name} is not installed)`, () => {
      expect(readProxyLines(DOCUMENT, proxy.language)).toContain(DOCUMENT.address);
    });
    return;
  }

  it('shows pages, takes forms and passes large reports on', async () => {
    const relay = await startRelay();
    const url = await startBehind(proxy, relay.url);

    expect((await fetch(`${url}/sign-in`)).status).toBe(200);
    const signIn = await fetch(`${url}/sign-in?_action=sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: url, Accept: 'text/html' },
      body: new URLSearchParams(OWNER),
    });
    expect(signIn.status).toBe(303);

    const file = 'x'.repeat(3_000_000);
    const item = JSON.stringify({ type: 'attachment', length: file.length, filename: 'log.txt' });
    const eventId = createEventId();
    const report = await fetch(`${url}/api/1/envelope/?sentry_key=${publicKey}`, {
      method: 'POST',
      body: `${createEnvelope({ eventId })}\n${item}\n${file}\n`,
    });
    expect(await report.json()).toEqual({ id: eventId });

    // The answer has to be the relay's. A refusal by the proxy would have no reason for SDKs, and a
    // browser's SDK could not even read its status.
    const tooLarge = await fetch(`${url}/api/1/envelope/?sentry_key=${publicKey}`, {
      method: 'POST',
      body: Buffer.alloc(21 * 2 ** 20),
    });
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.headers.get('x-sentry-error')).toContain('larger than this relay accepts');
  });
});
