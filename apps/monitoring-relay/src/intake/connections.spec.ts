import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ClockDouble } from '#telemetry/testing';
import { holdLog } from '../../test/support/hold-log.ts';
import { boundConnections } from './connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

const clock = new ClockDouble();
const server = createServer((_, response) => response.end('Here.'));
const sockets: Socket[] = [];
const lines = holdLog();

beforeEach(async () => {
  boundConnections(server, { clock, most: 2 });
  server.listen(0);
  await once(server, 'listening');
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // The server may reset a connection that it closes at once.
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket, request = REQUEST): Promise<string> {
  socket.write(request);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

async function isClosed(socket: Socket): Promise<boolean> {
  socket.resume();
  if (!socket.destroyed) await once(socket, 'close');
  return true;
}

it('boundConnections closes connections over the limit and idle ones, and logs it once a minute, also after the clock is set back', async () => {
  const busy = await open();
  busy.write(REQUEST.slice(0, -2));
  const idle = await open();
  await ask(idle);
  expect(await isClosed(await open())).toBe(true);
  expect(await isClosed(idle)).toBe(true);
  const next = await open();
  expect(await ask(next)).toContain('200 OK');
  expect(await ask(busy, '\r\n')).toContain('200 OK');
  expect(lines).toEqual(['There are 2 connections, which is the most. Further ones are closed.']);
  for (const [passedMs, count] of [
    [59_999, 1],
    [1, 2],
    [-7_200_000, 3],
  ] as const) {
    clock.ms += passedMs;
    expect(await isClosed(await open())).toBe(true);
    expect(lines).toHaveLength(count);
    await ask(await open());
    await ask(await open());
  }
});
