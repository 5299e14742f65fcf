import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { answerFaults } from './answer-faults.ts';
import { type ConnectionRules, plainRules } from './connection-rules.ts';

const POST = 'POST /taken?a=1 HTTP/1.1\r\nHost: x\r\n';
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;
const BAD_CHUNK = 'this is no length\r\n';

const told: (string | undefined)[] = [];
const rules: ConnectionRules = {
  refuse: (code, url) => {
    told.push(url);
    return { headers: { 'X-Code': code, 'Content-Length': code.length }, body: code };
  },
  watches: ({ url }) => url?.startsWith('/watched') ?? false,
};

let server: Server;

afterEach(() => {
  told.length = 0;
  server.closeAllConnections();
  server.close();
});

async function listen(listener: RequestListener, by: ConnectionRules = rules): Promise<Socket> {
  server = createServer(listener).listen(0, '127.0.0.1');
  answerFaults(server, by);
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

async function readAll(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (chunk) => (all += String(chunk)));
  await once(socket, 'end');
  return all;
}

const waiting: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('whole'));
};

describe('requests that Node.js refuses by itself', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'request.malformed'],
    ['a chunk without a length', CHUNKED + BAD_CHUNK, 400, 'request.malformed'],
    [
      'a length and chunks',
      `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello`,
      400,
      'request.malformed',
    ],
    [
      'large headers',
      `GET /taken HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'request.headers_too_large',
    ],
    [
      'an expectation',
      `${POST}Expect: a-miracle\r\nContent-Length: 0\r\n\r\n`,
      417,
      'request.expectation_unknown',
    ],
  ])('are answered by the service: %s', async (_, sent, status, code) => {
    const socket = await listen(waiting);
    socket.write(sent);
    const answer = await readAll(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer).toContain(`\r\nX-Code: ${code}\r\n`);
    expect(answer).toMatch(new RegExp(`\r\n\r\n${code}$`));
  });

  it('are answered when the sender closes its half before the end, and the connection ends', async () => {
    const socket = await listen(waiting);
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    socket.end(`${POST}Content-Length: 9\r\n\r\nhello`);
    const [connection] = await accepted;
    const closed = once(connection, 'close');
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 400 /);
    await closed;
    expect(told).toEqual(['/taken?a=1']);
  });

  it('are answered with a line of text when a service has no words of its own', async () => {
    const socket = await listen(waiting, plainRules);
    socket.write('hello\r\n\r\n');
    const answer = await readAll(socket);
    expect(answer).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n');
    expect(answer).toMatch(/\r\n\r\nThe request is not valid HTTP\.\n$/);
  });

  it('are reported with their address, as far as it is known', async () => {
    const socket = await listen(waiting);
    socket.write('GET /pixel?long=1 HTTP/1.1\r\nHost x\r\n\r\n');
    await readAll(socket);
    expect(told).toEqual(['/pixel?long=1']);
  });
});

describe('a broken body', () => {
  it('is answered even when the sender sends on and on', async () => {
    const socket = await listen(waiting);
    const reading = readAll(socket);
    socket.write(CHUNKED + BAD_CHUNK);
    for (let count = 0; count < 64; count += 1) socket.write(Buffer.alloc(64_000, 'x'));
    expect(await reading).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
  });

  it('looks to its handler like a sender who has left', async () => {
    const closed: boolean[] = [];
    const socket = await listen((request, response) => {
      request.on('error', () => undefined);
      response.once('close', () => {
        closed.push(response.writableFinished);
        response.writeHead(200).end('too late');
      });
    });
    socket.write(CHUNKED + BAD_CHUNK);
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).not.toContain('too late');
    expect(closed).toEqual([false]);
  });

  it('is answered only after the answer to the whole request before it', async () => {
    const held: ServerResponse[] = [];
    let noteHeld: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => (noteHeld = resolve));
    const socket = await listen((request, response) => {
      request.resume();
      held.push(response);
      noteHeld();
    });
    const reading = readAll(socket);
    socket.write(`${POST}Content-Length: 0\r\n\r\n`);
    await isHeld;
    const failed = once(server, 'clientError');
    socket.write('garbage\r\n\r\n');
    await failed;
    held[0]!.end('first');
    expect(await reading).toMatch(/^HTTP\/1.1 200 [^]*\r\nfirst[^]*HTTP\/1.1 400 /);
  });

  it('changes nothing in an answer that is on its way', async () => {
    const socket = await listen((request, response) => {
      request.on('error', () => undefined);
      response.writeHead(413, { 'Content-Length': 9, Connection: 'close' });
      response.write('too ');
      server.once('clientError', () => response.end('large'));
    });
    socket.write(CHUNKED);
    await once(server, 'request');
    socket.write(BAD_CHUNK);
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toMatch(/\r\n\r\ntoo large$/);
    expect(told).toEqual([]);
  });
});

describe('a request that exceeds the time limit of the server', () => {
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

  async function begin(url: string): Promise<{ socket: Socket; accepted: Socket }> {
    const socket = await listen(waiting);
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const begun = once(server, 'request');
    socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab`);
    const [accepted] = await connected;
    await begun;
    return { socket, accepted };
  }

  it('goes on when the service watches the request itself', async () => {
    const { socket, accepted } = await begin('/watched');
    server.emit('clientError', late, accepted);
    socket.end('cd');
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 200 [^]*whole/);
  });

  it('is refused when no service watches the request', async () => {
    const { socket, accepted } = await begin('/other');
    server.emit('clientError', late, accepted);
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 408 [^]*request\.late$/);
  });
});
