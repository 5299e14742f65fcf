import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { Logger } from '@nestjs/common';
import { endAfterDiscarding } from '#http';
import { requestHeader } from '#persistence';
import { ingestProxy } from './ingest-proxy.ts';
import { RelayAbsence } from './relay-absence.ts';
import { RelaySilence } from './relay-silence.ts';

Logger.overrideLogger(false);

const SECRET = 'a secret of thirty-two characters';
const servers: Server[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function openConsole(relayUrl: string, options: Parameters<typeof ingestProxy>[1] = {}) {
  const app = express().use(ingestProxy({ relayUrl, secret: SECRET }, options));
  return listen(app.use((_request, response) => void response.status(418).end()));
}

const consoleBefore = async (relay: RequestListener, options?: Parameters<typeof openConsole>[1]) =>
  openConsole(await listen(relay), options);

const consoleWithoutRelay = async (): Promise<string> =>
  openConsole(await refusingAddress(), { absence: new RelayAbsence(0) });

const readAll = async (message: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await message.toArray());

/** Takes each report whole. */
const taking =
  (take: (request: IncomingMessage, body: string) => void): RequestListener =>
  async (request, response) => {
    take(request, String(await readAll(request)));
    response.end('{}');
  };

const post = (address: string, body = 'x') => supertest(address).post('/monitoring').send(body);

/** Begins a report. The client ignores that the server ends the connection after its answer. */
function beginUpload(address: string, headers = {}) {
  const upload = httpRequest(`${address}/monitoring`, { method: 'POST', headers });
  upload.on('error', () => undefined);
  const answer = once(upload, 'response').then(([message]) => message as IncomingMessage);
  // The client may leave before there is an answer.
  answer.catch(() => undefined);
  return { upload, answer };
}

async function refusingAddress(): Promise<string> {
  const address = await listen(() => undefined);
  servers.pop()?.close();
  return address;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('ingestProxy', () => {
  it('passes body, query and headers to the relay, and its answer back', async () => {
    const seen: { url?: string; headers?: IncomingMessage['headers']; body?: Buffer } = {};
    const address = await consoleBefore(async (request, response) => {
      Object.assign(seen, { url: request.url, headers: request.headers });
      seen.body = await readAll(request);
      response.writeHead(429, { 'Retry-After': '7', 'X-Sentry-Rate-Limits': '7:error:key' });
      response.end('{"detail":"slow down"}');
    });
    const body = Buffer.from([0, 255, 10, 13, 128]);
    const answer = await supertest(address)
      .post('/api/1/envelope/?sentry_key=abc')
      .set('Content-Type', 'application/x-sentry-envelope')
      .set('X-Sentry-Auth', 'Sentry sentry_key=abc')
      .send(body);
    expect(seen.url).toBe('/api/1/envelope/?sentry_key=abc');
    expect(seen.headers).toMatchObject({
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': 'Sentry sentry_key=abc',
      'x-forwarded-for': expect.stringMatching(/127\.0\.0\.1$/),
    });
    expect(seen.body).toEqual(body);
    const headers = { 'retry-after': '7', 'x-sentry-rate-limits': '7:error:key' };
    expect(answer).toMatchObject({ status: 429, headers, text: '{"detail":"slow down"}' });
  });

  it.each(['/monitoring', '/api/1/envelope/'])(
    'passes no cookies to the relay at %s',
    async (path) => {
      const seen: IncomingMessage['headers'][] = [];
      const address = await consoleBefore(taking(({ headers }) => seen.push(headers)));
      const report = supertest(address).post(path).set('Cookie', ['errata=a session', 'own=1']);
      await report.send('{}').expect(200);
      expect(seen).toHaveLength(1);
      expect(seen[0]).not.toHaveProperty('cookie');
    },
  );

  it('passes the first bytes of a report on before the last bytes arrive', async () => {
    let firstBytes: (text: string) => void = () => undefined;
    const arrived = new Promise<string>((resolve) => (firstBytes = resolve));
    const address = await consoleBefore((request, response) => {
      request.once('data', (chunk: Buffer) => firstBytes(chunk.toString()));
      request.once('end', () => response.end('done'));
    });
    const { upload, answer } = beginUpload(address);
    upload.write('first');
    expect(await arrived).toBe('first');
    upload.end('last');
    expect(String(await readAll(await answer))).toBe('done');
  });

  it('leaves requests to other addresses alone', async () => {
    const address = await consoleBefore((_request, response) => void response.end('relay'));
    for (const path of ['/issues', '/apis', '/monitorings', '/x/api/1/envelope/', '/api/0/x']) {
      await supertest(address).post(path).expect(418);
    }
  });

  it('refuses reports to addresses that take none, in the form of the relay and without it', async () => {
    const address = await consoleBefore((_request, response) => void response.end('relay'));
    const detail = 'There is nothing at this address.';
    for (const path of ['/api/app/envelope/', '/monitoring/x', '/api/1/events/1/attachments/']) {
      const answer = await supertest(address).post(path).send('{}').expect(404);
      const headers = { 'access-control-allow-origin': '*', 'x-sentry-error': detail };
      expect(answer.headers).toMatchObject(headers);
      expect(answer.body).toEqual({ detail });
      await supertest(address).options(path).expect(204).expect('Access-Control-Allow-Origin', '*');
    }
    await supertest(address).post('/API/1/Envelope/').send('{}').expect(200, 'relay');
  });

  it('answers 503 with Retry-After in the form of the relay when the relay is away', async () => {
    const answer = await post(await consoleWithoutRelay(), 'x'.repeat(300_000));
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({
      'retry-after': '5',
      'x-sentry-rate-limits':
        '5:default;error;security;attachment;feedback;monitor;session;log_item;transaction;span:organization',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-sentry-error': 'The relay does not answer.',
    });
    expect(answer.body).toEqual({ detail: 'The relay does not answer.' });
  });

  it('answers the preflight of a page of another origin when the relay is away', async () => {
    const answer = await supertest(await consoleWithoutRelay())
      .options('/api/1/envelope/')
      .expect(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': expect.stringMatching(/X-Sentry-Auth, .*Origin, Accept, /),
      'access-control-max-age': '3600',
    });
  });

  it('answers 503 when the relay dies before it answers', async () => {
    const address = await consoleBefore((request) => void request.socket.destroy());
    await post(address).expect(503);
  });

  it.each(['with its length', 'chunked'])(
    'delivers an early refusal to a client that sends on and on (body %s)',
    async (framing) => {
      const address = await consoleBefore((request, response) => {
        response.writeHead(413, { Connection: 'close', 'Content-Length': 22 });
        response.write('{"detail":"too large"}');
        endAfterDiscarding(request, response);
      });
      for (let count = 0; count < 10; count += 1) {
        const body = Buffer.alloc(5_000_000);
        const headers = framing === 'chunked' ? {} : { 'Content-Length': body.length };
        const { upload, answer } = beginUpload(address, headers);
        upload.end(body);
        const message = await answer;
        expect(message.statusCode).toBe(413);
        expect(message.headers.connection).toBe('close');
        expect((await readAll(message)).toString()).toBe('{"detail":"too large"}');
      }
    },
  );

  it('refuses large reports with a readable 503 when the relay is away', async () => {
    const address = await consoleWithoutRelay();
    for (let count = 0; count < 10; count += 1) {
      const { upload, answer } = beginUpload(address);
      upload.end(Buffer.alloc(5_000_000));
      const message = await answer;
      expect(message.statusCode).toBe(503);
      await readAll(message);
    }
  });

  it.each(['OPTIONS', 'GET', 'HEAD', 'DELETE', 'POST'])(
    'never lets the body of a %s request become a second request',
    async (method) => {
      const seen: string[] = [];
      const address = await consoleBefore(
        taking(({ method: of, url }) => seen.push(`${of} ${url}`)),
      );
      const smuggled = 'POST /api/9/envelope/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
      const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
      const head = `${method} /monitoring HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n`;
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.write(`${head}Connection: close\r\n\r\n${chunk}`);
      socket.resume();
      await once(socket, 'close');
      await post(address, 'after it').expect(200);
      expect(seen).toEqual([`${method} /monitoring`, 'POST /monitoring']);
    },
  );

  it('passes on no header of the connection, nor a header that Connection names', async () => {
    let headers: IncomingMessage['headers'] = {};
    const address = await consoleBefore(taking((request) => ({ headers } = request)));
    const sent = { Connection: 'close, X-Secret', 'X-Secret': '1', 'X-Kept': '1', TE: 'trailers' };
    await post(address).set(sent);
    expect(headers).toMatchObject({ 'x-kept': '1' });
    expect(headers).not.toHaveProperty('x-secret');
    expect(headers).not.toHaveProperty('te');
  });

  it('ends the request to the relay when the client leaves', async () => {
    let gone: () => void = () => undefined;
    const relayLeft = new Promise<void>((resolve) => (gone = resolve));
    const address = await consoleBefore((request) => {
      request.once('close', gone);
      request.once('data', () => upload.destroy());
    });
    const { upload } = beginUpload(address);
    upload.write('part');
    await expect(relayLeft).resolves.toBeUndefined();
  });

  it('waits with a report for a relay that is away for a moment', async () => {
    const relayUrl = await refusingAddress();
    const body = 'x'.repeat(300_000);
    const answered = post(await openConsole(relayUrl), body).then(({ status }) => status);
    const seen: string[] = [];
    const relay = createServer(taking((_, text) => seen.push(text)));
    servers.push(relay.listen(Number(new URL(relayUrl).port), '127.0.0.1'));
    expect(await answered).toBe(200);
    expect(seen).toEqual([body]);
  });

  function closingIdle(seen: string[]): RequestListener {
    const served = new WeakSet<object>();
    return async (request, response) => {
      if (served.has(request.socket)) request.socket.destroy();
      else {
        served.add(request.socket);
        seen.push((await readAll(request)).toString());
        response.end('{}');
      }
    };
  }

  it('sends a report again that met a connection that the relay was closing', async () => {
    const seen: string[] = [];
    const address = await consoleBefore(closingIdle(seen));
    await post(address, 'first').expect(200);
    await post(address, 'second').expect(200);
    expect(seen).toEqual(['first', 'second']);
  });

  it('names each request differently, a request that it sends again the same, and none as clients say', async () => {
    const names: unknown[] = [];
    const served = new WeakMap<object, number>();
    const address = await consoleBefore(async (request, response) => {
      names.push(request.headers[requestHeader]);
      await readAll(request);
      const before = served.get(request.socket) ?? 0;
      served.set(request.socket, before + 1);
      if (before === 1) request.socket.destroy();
      else response.end('{}');
    });
    for (let sent = 0; sent < 2; sent += 1)
      await post(address).set(requestHeader, 'mine').expect(200);
    const [first, second, again] = names;
    expect(names).toEqual(Array(3).fill(expect.stringMatching(/^request:\d{9}:[0-9a-f]{24}$/)));
    expect([second === first, again === second]).toEqual([false, true]);
  });

  it('sends no report again that is too large to be kept', async () => {
    const seen: string[] = [];
    const address = await consoleBefore(closingIdle(seen));
    await post(address, 'first').expect(200);
    await post(address, 'x'.repeat(300_000)).expect(503);
    expect(seen).toEqual(['first']);
  });

  function answeringFirst(seen: string[], further: RequestListener): RequestListener {
    const served = new WeakSet<object>();
    return async (request, response) => {
      seen.push((await readAll(request)).toString());
      if (served.has(request.socket)) return further(request, response);
      served.add(request.socket);
      response.end('{}');
    };
  }

  const beginAnswer: RequestListener = ({ socket }) =>
    void socket.end('HTTP/1.1 200 OK\r\nContent-');

  it.each<[string, RequestListener, { answersWithinMs?: number }]>([
    ['to a slow relay', () => undefined, { answersWithinMs: 50 }],
    ['that the relay had begun to answer', beginAnswer, {}],
  ])('sends no report again %s', async (_, further, options) => {
    const seen: string[] = [];
    const address = await consoleBefore(answeringFirst(seen, further), options);
    await post(address, 'first').expect(200);
    await post(address, 'second').expect(503);
    expect(seen).toEqual(['first', 'second']);
  });

  class HeldSocket {
    asked = 0;
    private waiting: ServerResponse[] | undefined = [];
    readonly listener: RequestListener = (request, response) => {
      this.asked += 1;
      request.resume();
      if (this.waiting) this.waiting.push(response);
      else response.end('{}');
    };

    answer(): void {
      for (const response of this.waiting ?? []) response.end('{}');
      this.waiting = undefined;
    }
  }

  it.each([
    ['small', 'x'],
    ['large', 'x'.repeat(20_000_000)],
  ])(
    'gives up on a relay that takes connections but never answers (%s report)',
    async (_size, body) => {
      const sockets: Socket[] = [];
      // Nobody reads the socket, so the data stays in the system's buffers.
      const relay = createTcpServer({ pauseOnConnect: true }, (socket) => sockets.push(socket));
      relay.listen(0, '127.0.0.1');
      await once(relay, 'listening');
      const relayUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
      const silence = new RelaySilence(100);
      // This timeout is longer than the test, so that `RelaySilence` ends the attempt and not the
      // connection's timeout.
      const answersWithinMs = 600_000;
      const { upload, answer } = beginUpload(
        await openConsole(relayUrl, { silence, answersWithinMs }),
      );
      upload.end(body);
      const { statusCode } = await answer;
      for (const socket of sockets) socket.destroy();
      relay.close();
      expect(statusCode).toBe(503);
    },
  );

  it('asks a relay after long silence with one report, and sends more once the relay answers', async () => {
    const held = new HeldSocket();
    let nowMs = 0;
    let stepMs = 0;
    const silence = new RelaySilence(100, () => (nowMs += stepMs));
    const address = await consoleBefore(held.listener, { silence });
    const send = async (): Promise<number> => (await post(address)).status;
    const waiting = [send(), send()];
    while (held.asked < 2) await new Promise(setImmediate);
    stepMs = 5;
    expect(await Promise.all(waiting)).toEqual([503, 503]);
    stepMs = 0;
    const asking = send();
    while (held.asked < 3) await new Promise(setImmediate);
    expect([await send(), held.asked]).toEqual([503, 3]);
    held.answer();
    expect(await asking).toBe(200);
    expect([await send(), await send()]).toEqual([200, 200]);
  });

  it('waits for a slow sender for as long as the sender takes', async () => {
    const relay = taking(() => undefined);
    const { upload, answer } = beginUpload(
      await consoleBefore(relay, { silence: new RelaySilence(500) }),
    );
    upload.write('first');
    const other = new RelaySilence(1000);
    await new Promise<void>((resolve) => other.createWait(resolve).begin());
    upload.end('last');
    expect((await answer).statusCode).toBe(200);
  });
});
