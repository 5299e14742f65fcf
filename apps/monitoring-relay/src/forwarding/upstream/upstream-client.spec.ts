import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseDsn } from '#shared';
import { type OutgoingReport, UpstreamClient } from './upstream-client.ts';
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

const plain: OutgoingReport = {
  body: Buffer.from('{}\n'),
  isCompressed: false,
  hops: 2,
  senderAddress: undefined,
};

const send = (upstream: Upstream, traits: Partial<OutgoingReport> = {}, signal = never) =>
  createClient().send(upstream, { ...plain, ...traits }, signal);

/** Answers with the status 200 and a body without an end. */
const trickle =
  (piece: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write(piece, () => setImmediate(more));
    };
    more();
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
    const limits = { retryAfter: '7', rateLimits: '7:error:key' };
    const headers = { ...limits, error: 'slow down', location: undefined };
    expect(await send(upstream)).toEqual({ status: 429, headers, body: '{"detail":"x"}' });
    expect(asked).toEqual([['POST', '/base/api/5/envelope/', '{}\n', '3']]);
  });

  it.each([undefined, '2001:db8::1'])(
    'sends the sender’s address if it is known: %s',
    async (of) => {
      const upstream = await listen((request, response) => {
        request.resume();
        response.end(String(request.headers['x-forwarded-for']));
      });
      expect(await send(upstream, { senderAddress: of })).toMatchObject({ body: String(of) });
    },
  );

  it('follows no redirect', async () => {
    let asked = 0;
    const upstream = await listen((request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    const headers = expect.objectContaining({ location: '/elsewhere' });
    expect(await send(upstream)).toMatchObject({ status: 307, headers });
    expect(asked).toBe(1);
  });

  it('stops reading an answer that does not end', async () => {
    const { body } = await send(await listen(trickle('x'.repeat(10_000))));
    expect(body.length).toBeLessThan(1_000_000);
  });

  it('reports that nothing was sent when nobody listens', async () => {
    const upstream = await listen(() => undefined);
    servers[0]!.close();
    const refused = { message: 'ECONNREFUSED', isSent: false };
    await expect(send(upstream)).rejects.toMatchObject(refused);
  });

  it('reports that nothing was sent when TLS fails', async () => {
    const { origin, ...upstream } = await listen(() => undefined);
    const secure = { ...upstream, origin: origin.replace('http:', 'https:') };
    await expect(send(secure)).rejects.toMatchObject({ isSent: false });
  });

  it('reports the envelope as sent when the connection breaks', async () => {
    const upstream = await listen((request) => request.socket.destroy());
    await expect(send(upstream)).rejects.toMatchObject({ isSent: true });
  });

  const silent: RequestListener = (request) => void request.resume();
  const late = 'no whole answer in 0.1 s';

  it.each([
    ['the answer', silent, { answerMs: 50, overallMs: 5000 }, 'UND_ERR_HEADERS_TIMEOUT'],
    ['the whole exchange', silent, { answerMs: 5000, overallMs: 100 }, late],
    ['an answer that trickles in', trickle(' '), { answerMs: 5000, overallMs: 100 }, late],
  ])('gives up after its deadline for %s', async (_, answer, deadlines, message) => {
    const upstream = await listen(answer);
    const sending = createClient({ connectMs: 1000, ...deadlines }).send(upstream, plain, never);
    await expect(sending).rejects.toMatchObject({ isSent: true, message });
  });

  it('breaks off a send when it is aborted', async () => {
    const stopping = new AbortController();
    const upstream = await listen(() => stopping.abort());
    await expect(send(upstream, {}, stopping.signal)).rejects.toMatchObject({ isSent: true });
  });

  it('sends nothing when it was aborted before', async () => {
    let asked = 0;
    const upstream = await listen(() => (asked += 1));
    await expect(send(upstream, {}, AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(asked).toBe(0);
  });

  it('rejects and closes a body that cannot be read', async () => {
    const body = new Readable({ read: () => void body.destroy(new Error('EIO')) });
    const sending = send(await listen(silent), { body, isCompressed: true });
    await expect(sending).rejects.toThrow('EIO');
    expect(body.destroyed).toBe(true);
  });
});
