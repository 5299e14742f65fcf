import { Agent, createServer, request } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listenAt } from '#supervision';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { readRendererConfig } from './config/renderer-config.ts';
import { StandIn } from './stand-in.ts';

/** Another address of this machine, at which a server on 127.0.0.1 does not answer. */
const ELSEWHERE =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

const listener: RequestListener = (_request, response) => void response.end('the renderer');

let port: number;
let standIn: StandIn;
let renderer: Server;
let connection: Agent;

beforeEach(async () => {
  [port = 0] = await findFreePorts(1);
  const PORT = String(port);
  const config = readRendererConfig({ PORT, HOST: '0.0.0.0', PUBLIC_URL: `http://${ELSEWHERE}:1` });
  standIn = new StandIn(config, { name: 'Errata' });
  await standIn.listen();
  renderer = createServer(listener);
  connection = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  connection.destroy();
  renderer.close();
  await standIn.close(0);
});

function ask(host: string, agent = connection): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request({ host, port, agent, path: '/issues' }, (response) => {
      let text = String(response.statusCode);
      response.on('data', (chunk: Buffer) => (text += ` ${chunk.toString()}`));
      response.on('end', () => resolve(text));
    });
    asked.on('error', () => resolve(undefined)).end();
  });
}

test('StandIn answers 503 wherever HOST opens while the database is away', async () => {
  expect(await ask(ELSEWHERE)).toContain('503 ');
});

test('StandIn hands open connections over to a renderer at the same address', async () => {
  await ask(ELSEWHERE);
  const gone = standIn.handOver({ host: '0.0.0.0', listener });
  await listenAt(renderer, { host: '0.0.0.0', port });
  expect(await ask(ELSEWHERE)).toBe('200 the renderer');
  await gone;
  expect(await ask(ELSEWHERE, new Agent())).toBe('200 the renderer');
});

test('StandIn keeps connections from elsewhere away from a renderer that listens on loopback', async () => {
  await ask(ELSEWHERE);
  const gone = standIn.handOver({ host: '127.0.0.1', listener });
  await listenAt(renderer, { host: '127.0.0.1', port });
  expect(await ask(ELSEWHERE)).toBeUndefined();
  expect(await ask(ELSEWHERE, new Agent())).toBeUndefined();
  expect(await ask('127.0.0.1', new Agent())).toBe('200 the renderer');
  await gone;
});
