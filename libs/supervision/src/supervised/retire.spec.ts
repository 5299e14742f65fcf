import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { SUPERVISED } from '../messages.ts';
import { drainConnections, onRetire, OpenRequests } from './retire.ts';

let server: Server;
const sockets: Socket[] = [];

afterEach(() => {
  jest.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function listen(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function connected(port: number): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await accepted;
  return socket;
}

async function post(port: number, agent: Agent): Promise<IncomingMessage> {
  const sending = request({ port, host: '127.0.0.1', method: 'POST', agent }).end();
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer;
}

const answerOk: RequestListener = (incoming, response) => {
  incoming.resume();
  response.end('taken');
};

it('a retiring server answers a request over an idle connection, as the last one on it', async () => {
  const port = await listen(answerOk);
  const agent = new Agent({ keepAlive: true });
  expect((await post(port, agent)).headers.connection).toBe('keep-alive');
  const leaving = drainConnections(server);
  expect((await post(port, agent)).headers.connection).toBe('close');
  await leaving;
});

it('a retiring server waits for a connected client that has not sent anything yet', async () => {
  const port = await listen(answerOk);
  const socket = await connected(port);
  const leaving = drainConnections(server);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  await once(socket, 'end');
  expect(answer).toContain('taken');
  await leaving;
});

it('a retiring server waits for an upload for as long as its request timeout allows', async () => {
  const port = await listen(answerOk);
  const socket = await connected(port);
  const begun = once(server, 'request');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
  await begun;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  let hasLeft = false;
  const leaving = drainConnections(server).then(() => (hasLeft = true));
  jest.advanceTimersByTime(server.requestTimeout);
  await turn();
  expect(hasLeft).toBe(false);
  socket.end('cd');
  await leaving;
});

it('a retiring server closes connections that have been idle for 5 s, and no others', async () => {
  const port = await listen(answerOk);
  server.keepAliveTimeout = 130_000;
  const agent = new Agent({ keepAlive: true });
  await post(port, agent);
  const silent = await connected(port);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const close = jest.spyOn(server, 'closeIdleConnections');
  const leaving = drainConnections(server);
  jest.advanceTimersByTime(4999);
  expect(close).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(close).toHaveBeenCalledTimes(1);
  silent.end();
  await leaving;
});

it('a retiring server takes no more connections', async () => {
  const port = await listen(answerOk);
  await connected(port);
  void drainConnections(server, 100);
  const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [{ code: string }];
  expect(error.code).toBe('ECONNREFUSED');
});

it('a retiring server waits for no connection longer than it may', async () => {
  const port = await listen(answerOk);
  const socket = await connected(port);
  await drainConnections(server, 20);
  expect(socket.destroyed).toBe(false);
});

it('a closing server answers what runs, and waits for no connection that is kept or silent', async () => {
  let finish = (): void => undefined;
  const port = await listen((incoming, response) => {
    incoming.resume();
    finish = () => void response.end('taken');
  });
  const requests = new OpenRequests(server);
  const silent = await connected(port);
  const asked = once(server, 'request');
  const answered = post(port, new Agent({ keepAlive: true }));
  await asked;
  const closed = requests.closeWhile(() => {
    const isClosed = once(server, 'close');
    server.close();
    return isClosed;
  }, 600_000);
  finish();
  expect((await answered).statusCode).toBe(200);
  await closed;
  if (!silent.closed) await once(silent, 'close');
});

it.each([
  ['1', 1],
  ['', 0],
])(
  'onRetire leaves a hang-up to the supervisor where there is one: "%s"',
  (supervised, listeners) => {
    process.env[SUPERVISED] = supervised;
    try {
      onRetire(() => undefined);
      expect(process.listenerCount('SIGHUP')).toBe(listeners);
    } finally {
      delete process.env[SUPERVISED];
      process.removeAllListeners('SIGHUP');
    }
  },
);
