import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { ConnectionTurns } from './connection-turns.ts';

const { waitingPerConnection } = reportLimits;

let server: Server;
let begun: string[];
let open: ServerResponse[];

beforeEach(async () => {
  [begun, open] = [[], []];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    begun.push(request.url!);
    if (request.url === '/held') open.push(response);
    else request.resume().once('end', () => response.end(`${request.url}\n`));
  };
  server = createServer(new ConnectionTurns(answer).listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function send(...paths: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return socket;
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await nextTurn();
}

async function readUntil(socket: Socket, last: string): Promise<string[]> {
  let text = '';
  socket.on('data', (bytes) => (text += String(bytes)));
  await until(() => text.includes(last));
  return [...text.matchAll(/^(?<path>\/\w+)$/gm)].map(([path]) => path);
}

describe('ConnectionTurns', () => {
  it('begins no request before the answer to the one before is sent, and answers in order', async () => {
    const paths = Array.from({ length: waitingPerConnection }, (_, index) => `/${index}`);
    const socket = send('/held', ...paths);
    await until(() => open.length === 1);
    expect(begun).toEqual(['/held']);
    open[0]!.end('/held\n');
    expect(await readUntil(socket, `\n${paths.at(-1)}\n`)).toEqual(['/held', ...paths]);
    socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => begun.includes('/later'));
  });

  it('answers other connections while requests of one wait', async () => {
    send('/held', '/waiting');
    await until(() => open.length === 1);
    expect(await readUntil(send('/other'), '\n/other\n')).toEqual(['/other']);
    expect(begun).toEqual(['/held', '/other']);
  });

  it('closes a connection on which too many requests wait, and begins none of them', async () => {
    const socket = send('/held', ...Array<string>(2000).fill('/waiting'));
    await until(() => socket.destroyed);
    expect(begun).toEqual(['/held']);
  });

  it('begins no request of a client that has left', async () => {
    const socket = send('/held', '/waiting');
    await until(() => open.length === 1);
    socket.destroy();
    await once(open[0]!, 'close');
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual(['/held']);
  });
});
