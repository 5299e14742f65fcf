import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { createEnvelope, createEvent, publicKey } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const PATH = `/api/1/envelope/?sentry_key=${publicKey}`;
const EACH = 100;
const TRICKLE_EVERY_MS = 50;

const sockets: Socket[] = [];
const timers: NodeJS.Timeout[] = [];

afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const socket of sockets.splice(0)) socket.destroy();
});

const kinds: Readonly<Record<string, (socket: Socket) => void>> = {
  'say nothing': () => {},
  'never end their headers': (socket) => {
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\n`);
    repeat(() => socket.write('X-More: x\r\n'));
  },
  'trickle a body': (socket) => {
    socket.write(start('Content-Length: 900000'));
    socket.write('{}\n{"type":"event","length":899000}\n');
    repeat(() => socket.write('x'));
  },
  'close their half before the end': (socket) => {
    socket.write(start('Content-Length: 900000'));
    socket.end('{}\n{"type":"event","length":899000}\n{');
  },
  'never read the answers': (socket) => {
    socket.pause();
    for (let count = 0; count < 20; count += 1) socket.write(`${start('Content-Length: 5')}hello`);
  },
};

function start(framing: string): string {
  return `POST ${PATH} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`;
}

function repeat(run: () => void): void {
  timers.push(setInterval(run, TRICKLE_EVERY_MS));
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.resume();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

it('a relay takes good reports during 500 hostile connections', async () => {
  const relay = await RelayProcess.start({ dataDir: createTemporaryFolder() });
  const port = Number(new URL(relay.url).port);
  for (const attack of Object.values(kinds)) {
    for (let count = 0; count < EACH; count += 1) attack(await open(port));
  }
  expect(sockets).toHaveLength(500);
  const body = createEnvelope({ event: createEvent({ bytes: 25_000 }) });
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => relay.send(body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  await relay.drained();
  // The relay closes half-closed connections although their announced bodies are incomplete.
  const halfClosed = sockets.slice(3 * EACH, 4 * EACH);
  await eventually('closed connections', () => halfClosed.every(({ destroyed }) => destroyed));
  expect(await relay.terminate()).toBe(0);
});
