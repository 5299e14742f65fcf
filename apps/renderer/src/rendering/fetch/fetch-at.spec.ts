import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { SystemClock, SystemScheduler } from '#shared';
import { DataClient } from './data-client.ts';
import { createAddressedFetch } from './fetch-at.ts';

const servers: Server[] = [];
const client = new DataClient({
  fetch: createAddressedFetch(fetch),
  clock: new SystemClock(),
  scheduler: new SystemScheduler(),
  random: () => 0,
});

async function listenAt(host: string, port = 0): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'X-Host': request.headers.host });
    response.end(JSON.stringify({ host }));
  });
  servers.push(server.listen(port, host));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

it('createAddressedFetch asks the server at the given address, by the host name', async () => {
  const port = await listenAt('127.0.0.1');
  await listenAt('127.0.0.2', port);
  const url = `http://relays.example:${port}/a`;
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    const answer = await client.fetch(url, { at: { address, family: 4 } });
    expect(answer.headers.get('X-Host')).toBe(`relays.example:${port}`);
    expect(await answer.json()).toEqual({ host: address });
  }
});

it('createAddressedFetch resolves the host name when no address is given', async () => {
  const port = await listenAt('127.0.0.1');
  const answer = await client.fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.json()).toEqual({ host: '127.0.0.1' });
});
