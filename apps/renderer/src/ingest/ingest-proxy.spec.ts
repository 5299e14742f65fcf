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

function at(relayUrl: string): { relayUrl: string; secret: string } {
  return { relayUrl, secret: SECRET };
}

async function consoleBefore(relay: RequestListener): Promise<string> {
  const app = express().use(ingestProxy(at(await listen(relay))));
  return listen(app.use((_request, response) => void response.status(418).end()));
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await message.toArray());
}

async function refusingAddress(): Promise<string> {
  const address = await listen(() => undefined);
  const server = servers.pop();
  server?.close();
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
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({
      'retry-after': '7',
      'x-sentry-rate-limits': '7:error:key',
    });
    expect(answer.text).toBe('{"detail":"slow down"}');
  });

  it.each(['/monitoring', '/api/1/envelope/'])(
    'passes no cookies to the relay at %s',
    async (path) => {
      const seen: IncomingMessage['headers'][] = [];
      const address = await consoleBefore((request, response) => {
        seen.push(request.headers);
        request.resume().once('end', () => response.end());
      });
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
    const upload = httpRequest(`${address}/monitoring`, { method: 'POST' });
    const answer = once(upload, 'response');
    upload.write('first');
    expect(await arrived).toBe('first');
    upload.end('last');
    const [message] = (await answer) as [IncomingMessage];
    expect((await readAll(message)).toString()).toBe('done');
  });

  it('leaves requests to other addresses alone', async () => {
    const address = await consoleBefore((_request, response) => void response.end('relay'));
    for (const path of ['/issues', '/apis', '/monitorings', '/x/api/1/envelope/', '/api/0/x']) {
      await supertest(address).post(path).expect(418);
    }
  });

  it('refuses reports to addresses that take none, in the form of the relay and without it', async () => {
    const address = await consoleBefore((_request, response) => void response.end('relay'));
    for (const path of ['/api/app/envelope/', '/monitoring/x', '/api/1/events/1/attachments/']) {
      const answer = await supertest(address).post(path).send('{}').expect(404);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'x-sentry-error': 'There is nothing at this address.',
      });
      expect(answer.body).toEqual({ detail: 'There is nothing at this address.' });
      await supertest(address).options(path).expect(204).expect('Access-Control-Allow-Origin', '*');
    }
    await supertest(address).post('/API/1/Envelope/').send('{}').expect(200, 'relay');
  });

  it('answers 503 with Retry-After in the form of the relay when the relay is away', async () => {
    const app = express().use(
      ingestProxy(at(await refusingAddress()), { absence: new RelayAbsence(0) }),
    );
    const answer = await supertest(await listen(app))
      .post('/monitoring')
      .send('x'.repeat(300_000));
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
    const app = express().use(
      ingestProxy(at(await refusingAddress()), { absence: new RelayAbsence(0) }),
    );
    const answer = await supertest(await listen(app))
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
    await supertest(address).post('/monitoring').send('x').expect(503);
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
        const upload = httpRequest(`${address}/monitoring`, { method: 'POST', headers });
        const answer = once(upload, 'response') as Promise<[IncomingMessage]>;
        upload.end(body);
        const [message] = await answer;
        upload.on('error', () => undefined);
        expect(message.statusCode).toBe(413);
        expect(message.headers.connection).toBe('close');
        expect((await readAll(message)).toString()).toBe('{"detail":"too large"}');
      }
    },
  );

  it('refuses large reports with a readable 503 when the relay is away', async () => {
    const address = await listen(
      express().use(ingestProxy(at(await refusingAddress()), { absence: new RelayAbsence(0) })),
    );
    for (let count = 0; count < 10; count += 1) {
      const upload = httpRequest(`${address}/monitoring`, { method: 'POST' });
      const answer = once(upload, 'response') as Promise<[IncomingMessage]>;
      upload.end(Buffer.alloc(5_000_000));
      const [message] = await answer;
      upload.on('error', () => undefined);
      expect(message.statusCode).toBe(503);
      await readAll(message);
    }
  });

  it.each(['OPTIONS', 'GET', 'HEAD', 'DELETE', 'POST'])(
    'never lets the body of a %s request become a second request',
    async (method) => {
      const seen: string[] = [];
      const address = await consoleBefore(async (request, response) => {
        seen.push(`${request.method} ${request.url}`);
        await readAll(request);
        response.end('{}');
      });
      const smuggled = 'POST /api/9/envelope/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
      const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
      const head = `${method} /monitoring HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n`;
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.write(`${head}Connection: close\r\n\r\n${chunk}`);
      socket.resume();
      await once(socket, 'close');
      await supertest(address).post('/monitoring').send('after it').expect(200);
      expect(seen).toEqual([`${method} /monitoring`, 'POST /monitoring']);
    },
  );

  it('passes on no header of the connection, nor a header that Connection names', async () => {
    let headers: IncomingMessage['headers'] = {};
    const address = await consoleBefore((request, response) => {
      ({ headers } = request);
      response.end('{}');
    });
    await supertest(address)
      .post('/monitoring')
      .set('Connection', 'close, X-Secret')
      .set('X-Secret', '1')
      .set('X-Kept', '1')
      .set('TE', 'trailers')
      .send('x');
    expect(headers).toMatchObject({ 'x-kept': '1' });
    expect(headers).not.toHaveProperty('x-secret');
    expect(headers).not.toHaveProperty('te');
  });

  it('ends the request to the relay when the client leaves', async () => {
    let gone: () => void = () => undefined;
    const relayLeft = new Promise<void>((resolve) => (gone = resolve));
    let upload: ReturnType<typeof httpRequest>;
    const address = await consoleBefore((request) => {
      request.once('close', gone);
      request.once('data', () => upload.destroy());
    });
    upload = httpRequest(`${address}/monitoring`, { method: 'POST' });
    upload.on('error', () => undefined);
    upload.write('part');
    await expect(relayLeft).resolves.toBeUndefined();
  });

  it('waits with a report for a relay that is away for a moment', async () => {
    const relayUrl = await refusingAddress();
    const address = await listen(express().use(ingestProxy(at(relayUrl))));
    const body = Buffer.alloc(300_000, 'x');
    const answer = supertest(address).post('/monitoring').send(body);
    const answered = answer.then(({ status }) => status);
    const port = Number(new URL(relayUrl).port);
    const lengths: number[] = [];
    const relay = createServer(async (request, response) => {
      lengths.push((await readAll(request)).length);
      response.end('{}');
    });
    servers.push(relay.listen(port, '127.0.0.1'));
    expect(await answered).toBe(200);
    expect(lengths).toEqual([body.length]);
  });

  function closingIdle(seen: string[]): RequestListener {
    const served = new WeakSet<object>();
    return async (request, response) => {
      if (served.has(request.socket)) {
        request.socket.destroy();
        return;
      }
      served.add(request.socket);
      seen.push((await readAll(request)).toString());
      response.end('{}');
    };
  }

  it('sends a report again that met a connection that the relay was closing', async () => {
    const seen: string[] = [];
    const address = await consoleBefore(closingIdle(seen));
    await supertest(address).post('/monitoring').send('first').expect(200);
    await supertest(address).post('/monitoring').send('second').expect(200);
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
    const send = () => supertest(address).post('/monitoring').set(requestHeader, 'mine').send('x');
    await send().expect(200);
    await send().expect(200);
    const [first, second, again] = names;
    expect(names).toEqual(Array(3).fill(expect.stringMatching(/^request:\d{9}:[0-9a-f]{24}$/)));
    expect([second === first, again === second]).toEqual([false, true]);
  });

  it('sends no report again that is too large to be kept', async () => {
    const seen: string[] = [];
    const address = await consoleBefore(closingIdle(seen));
    await supertest(address).post('/monitoring').send('first').expect(200);
    await supertest(address).post('/monitoring').send('x'.repeat(300_000)).expect(503);
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

  it('sends no report again to a slow relay', async () => {
    const seen: string[] = [];
    const relay = await listen(answeringFirst(seen, () => undefined));
    const address = await listen(express().use(ingestProxy(at(relay), { answersWithinMs: 50 })));
    await supertest(address).post('/monitoring').send('first').expect(200);
    await supertest(address).post('/monitoring').send('second').expect(503);
    expect(seen).toEqual(['first', 'second']);
  });

  it('sends no report again that the relay had begun to answer', async () => {
    const seen: string[] = [];
    const address = await consoleBefore(
      answeringFirst(seen, ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nContent-')),
    );
    await supertest(address).post('/monitoring').send('first').expect(200);
    await supertest(address).post('/monitoring').send('second').expect(503);
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
      const proxy = ingestProxy(at(relayUrl), { silence, answersWithinMs });
      const address = await listen(express().use(proxy));
      const upload = httpRequest(`${address}/monitoring`, { method: 'POST' });
      upload.on('error', () => undefined);
      const answer = once(upload, 'response') as Promise<[IncomingMessage]>;
      upload.end(body);
      const [message] = await answer;
      for (const socket of sockets) socket.destroy();
      relay.close();
      expect(message.statusCode).toBe(503);
    },
  );

  it('asks a relay after long silence with one report, and sends more once the relay answers', async () => {
    const held = new HeldSocket();
    let nowMs = 0;
    const silence = new RelaySilence(100, () => nowMs);
    const relay = await listen(held.listener);
    const address = await listen(express().use(ingestProxy(at(relay), { silence })));
    const post = async (): Promise<number> =>
      (await supertest(address).post('/monitoring').send('x')).status;
    const waiting = [post(), post()];
    while (held.asked < 2) await new Promise(setImmediate);
    nowMs = 200;
    expect(await Promise.all(waiting)).toEqual([503, 503]);
    const asking = post();
    while (held.asked < 3) await new Promise(setImmediate);
    expect([await post(), held.asked]).toEqual([503, 3]);
    held.answer();
    expect(await asking).toBe(200);
    expect([await post(), await post()]).toEqual([200, 200]);
  });

  it('waits for a slow sender for as long as the sender takes', async () => {
    const address = await listen(
      express().use(
        ingestProxy(
          at(
            await listen(async (request, response) => {
              await readAll(request);
              response.end('{}');
            }),
          ),
          { silence: new RelaySilence(20) },
        ),
      ),
    );
    const upload = httpRequest(`${address}/monitoring`, { method: 'POST' });
    const answer = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write('first');
    const other = new RelaySilence(60);
    await new Promise<void>((resolve) => other.createWait(resolve).begin());
    upload.end('last');
    const [message] = await answer;
    expect(message.statusCode).toBe(200);
  });
});
