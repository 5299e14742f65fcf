import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SystemClock, SystemScheduler } from '#shared';
import { DataClient } from '../../rendering/index.ts';
import { HttpRelayClient } from './http-relay-client.ts';

/** What no test of an answer comes near. */
const LONG_MS = 60_000;

const data = new DataClient({
  fetch,
  clock: new SystemClock(),
  scheduler: new SystemScheduler(),
  random: () => 0,
});

let server: Server;

async function clientOf(listener: RequestListener): Promise<HttpRelayClient> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new HttpRelayClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, data);
}

function answering(body: string, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('HttpRelayClient', () => {
  it('reads the queue of a relay that is live, ready or not', async () => {
    const addresses: (string | undefined)[] = [];
    const client = await clientOf((request, response) => {
      addresses.push(request.url);
      answering('{"status":"live","queue":{"depth":3,"oldestMs":1200}}')(request, response);
    });
    expect(await client.getQueue(LONG_MS)).toEqual({ depth: 3, oldestMs: 1200 });
    expect(addresses).toEqual(['/health/live']);
  });

  it.each(['{}', 'null', '[]', '{"queue":{}}', '{"queue":{"depth":"3"}}', '<html>'])(
    'takes %s for no answer of a relay',
    async (body) => {
      const client = await clientOf(answering(body));
      await expect(client.getQueue(LONG_MS)).rejects.toThrow(/not that of a relay|JSON/);
    },
  );

  it.each([404, 502])('takes an answer %i for none', async (status) => {
    const client = await clientOf(answering('{"queue":{"depth":3,"oldestMs":1200}}', status));
    await expect(client.getQueue(LONG_MS)).rejects.toMatchObject({ status });
  });

  it('waits no longer than it is told', async () => {
    const client = await clientOf(() => undefined);
    await expect(client.getQueue(1)).rejects.toThrow('did not end within 1 ms');
  });
});
