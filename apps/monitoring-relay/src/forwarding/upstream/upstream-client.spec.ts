import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseDsn } from '#shared';
import { UpstreamClient } from './upstream-client.ts';
import { type Upstream, Upstreams } from './upstreams.ts';

const never = new AbortController().signal;
const servers: Server[] = [];
const clients: UpstreamClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<Upstream> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const others = parseDsn(`http://k@127.0.0.1:${port}/base/5`)!;
  return new Upstreams({ bySlug: new Map(), others }, { findSlug: () => '' }).find('')!;
}

function createClient(deadlines = { connectMs: 1000, answerMs: 5000, overallMs: 5000 }) {
  const client = new UpstreamClient('1.2.3', deadlines);
  clients.push(client);
  return client;
}

const plain = {
  body: Buffer.from('{}\n'),
  isCompressed: false,
  hops: 2,
  senderAddress: undefined,
};

describe('UpstreamClient', () => {
  it('posts an envelope, and reads the answer', async () => {
    const asked: unknown[] = [];
    const upstream = await listen((request, response) => {
      void text(request).then((body) => {
        asked.push([request.method, request.url, body, request.headers['content-length']]);
        response.writeHead(429, {
          'Retry-After': '7',
          'X-Sentry-Rate-Limits': '7:error:key',
          'X-Sentry-Error': 'slow down',
        });
        response.end('{"detail":"x"}');
      });
    });
    expect(await createClient().send(upstream, plain, never)).toEqual({
      status: 429,
      headers: {
        retryAfter: '7',
        rateLimits: '7:error:key',
        error: 'slow down',
        location: undefined,
      },
      body: '{"detail":"x"}',
    });
    expect(asked).toEqual([['POST', '/base/api/5/envelope/', '{}\n', '3']]);
  });

  it.each([undefined, '2001:db8::1'])(
    'sends the address of the sender, as far as it is known: %s',
    async (of) => {
      const upstream = await listen((request, response) => {
        request.resume();
        response.end(JSON.stringify(request.headers['x-forwarded-for'] ?? 'nobody'));
      });
      const { body } = await createClient().send(upstream, { ...plain, senderAddress: of }, never);
      expect(JSON.parse(body)).toBe(of ?? 'nobody');
    },
  );

  it('follows no redirect', async () => {
    let asked = 0;
    const upstream = await listen((request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    const { status, headers } = await createClient().send(upstream, plain, never);
    expect({ status, location: headers.location }).toEqual({ status: 307, location: '/elsewhere' });
    expect(asked).toBe(1);
  });

  it('stops reading an answer that does not end', async () => {
    const upstream = await listen((request, response) => {
      request.resume();
      response.writeHead(200);
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(10_000), () => setImmediate(more));
      };
      more();
    });
    const { body } = await createClient().send(upstream, plain, never);
    expect(body.length).toBeLessThan(1_000_000);
  });

  it('reports that nothing was sent when nobody listens', async () => {
    const upstream = await listen(() => undefined);
    servers[0]!.close();
    const sending = createClient().send(upstream, plain, never);
    await expect(sending).rejects.toMatchObject({ message: 'ECONNREFUSED', isSent: false });
  });

  it('reports that nothing was sent when TLS fails', async () => {
    const { origin, ...upstream } = await listen(() => undefined);
    const secure = { ...upstream, origin: origin.replace('http:', 'https:') };
    await expect(createClient().send(secure, plain, never)).rejects.toMatchObject({
      isSent: false,
    });
  });

  it('reports the envelope as sent when the connection breaks', async () => {
    const upstream = await listen((request) => request.socket.destroy());
    const sending = createClient().send(upstream, plain, never);
    await expect(sending).rejects.toMatchObject({ isSent: true });
  });

  it.each([
    ['the answer', { answerMs: 50, overallMs: 5000 }, 'UND_ERR_HEADERS_TIMEOUT'],
    ['the whole exchange', { answerMs: 5000, overallMs: 50 }, 'no whole answer in 0.05 s'],
  ])('gives up after its deadline for %s', async (_, deadlines, message) => {
    const upstream = await listen((request) => void request.resume());
    const sending = createClient({ connectMs: 1000, ...deadlines }).send(upstream, plain, never);
    await expect(sending).rejects.toMatchObject({ isSent: true, message });
  });

  it('gives up after its deadline when the answer trickles in', async () => {
    const upstream = await listen((request, response) => {
      request.resume();
      const more = (): void => {
        if (!response.destroyed) response.write(' ', () => setImmediate(more));
      };
      more();
    });
    const deadlines = { connectMs: 1000, answerMs: 5000, overallMs: 100 };
    const sending = createClient(deadlines).send(upstream, plain, never);
    await expect(sending).rejects.toMatchObject({ message: 'no whole answer in 0.1 s' });
  });

  it('breaks off a send when it is aborted', async () => {
    const stopping = new AbortController();
    const upstream = await listen(() => stopping.abort());
    const sending = createClient().send(upstream, plain, stopping.signal);
    await expect(sending).rejects.toMatchObject({ isSent: true });
  });

  it('sends nothing when it was aborted before', async () => {
    let asked = 0;
    const upstream = await listen(() => (asked += 1));
    const sending = createClient().send(upstream, plain, AbortSignal.abort());
    await expect(sending).rejects.toThrow(/abort/i);
    expect(asked).toBe(0);
  });

  it('rejects and closes a body that cannot be read', async () => {
    const upstream = await listen((request) => void request.resume());
    const body = new Readable({
      read() {
        this.destroy(new Error('EIO'));
      },
    });
    const sending = createClient().send(upstream, { ...plain, body, isCompressed: true }, never);
    await expect(sending).rejects.toThrow('EIO');
    expect(body.destroyed).toBe(true);
  });
});
