import { toReportsState } from './reports-state.ts';
import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CallSignature } from '#persistence';
import { SystemClock, SystemScheduler } from '#shared';
import {
  createAddressedFetch,
  DataClient,
  prepareAddressedFetch,
} from '../../../rendering/index.ts';
import { RelayClient } from './relay-client.ts';

const LONG_MS = 60_000;

const clock = new SystemClock();
const signature = new CallSignature('a secret of thirty-two characters');
const scheduler = new SystemScheduler();
const data = new DataClient({
  fetch: createAddressedFetch(fetch),
  clock,
  scheduler,
  random: () => 0,
});

let server: Server;

async function clientOf(listener: RequestListener): Promise<RelayClient> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return createClient('127.0.0.1');
}

function createClient(name: string): RelayClient {
  const relayUrl = `http://${name}:${(server.address() as AddressInfo).port}`;
  return new RelayClient({ relayUrl, signature, data, clock, scheduler });
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

describe('RelayClient', () => {
  it('reads the queue of a live relay, ready or not, by signed requests', async () => {
    const addresses: string[] = [];
    const client = await clientOf((request, response) => {
      const { method = '', url = '', headers } = request;
      const call = { method, target: url };
      addresses.push(`${signature.check(headers.authorization, call, clock.nowMs())} ${url}`);
      answering('{"status":"live","queue":{"depth":3,"oldestMs":1200}}')(request, response);
    });
    expect(await client.getQueues(LONG_MS)).toEqual({ oldestMs: 1200, silent: 0 });
    expect(addresses).toEqual(['signed /health/live']);
  });

  it('reads why a relay refuses reports', async () => {
    const body = '{"queue":{"depth":0,"oldestMs":0},"refusal":"The disk is full."}';
    const client = await clientOf(answering(body));
    const told = await client.getQueues(LONG_MS);
    expect(told).toMatchObject({ refusal: 'The disk is full.' });
    expect(toReportsState(told)).toEqual({ refusal: 'The disk is full.' });
  });

  it.each(['{}', 'null', '[]', '{"queue":{}}', '{"queue":{"depth":"3"}}', '<html>'])(
    'refuses the body %s, which no relay answers',
    async (body) => {
      const client = await clientOf(answering(body));
      await expect(client.getQueues(LONG_MS)).rejects.toThrow(
        /does not answer as a relay does|JSON/,
      );
    },
  );

  it.each([404, 502])('refuses an answer with status %i', async (status) => {
    const client = await clientOf(answering('{"queue":{"depth":3,"oldestMs":1200}}', status));
    await expect(client.getQueues(LONG_MS)).rejects.toMatchObject({ status });
  });

  it('stops waiting for the relay after the given time', async () => {
    const client = await clientOf(() => undefined);
    await expect(client.getQueues(1)).rejects.toThrow('did not end within 1 ms');
  });
});

describe('RelayClient of a host name with several addresses', () => {
  const NAME = 'relays.example';
  const others: Server[] = [];
  const lookup = dns.lookup as (name: string, ...rest: unknown[]) => void;
  /** Addresses to which `NAME` resolves. Undefined when the name server does not answer. */
  let addresses: LookupAddress[] | undefined;

  beforeEach(() => {
    const replacement = (name: string, ...rest: unknown[]): void => {
      if (name !== NAME) return lookup(name, ...rest);
      if (addresses) (rest.at(-1) as (error: null, all: LookupAddress[]) => void)(null, addresses);
    };
    jest.spyOn(dns, 'lookup').mockImplementation(replacement);
    addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  });

  afterEach(() => {
    jest.restoreAllMocks();
    for (const other of others.splice(0)) {
      other.closeAllConnections();
      other.close();
    }
  });

  const ofAge = (oldestMs: number): RequestListener =>
    answering(JSON.stringify({ queue: { depth: 1, oldestMs } }));

  async function answerThere(listener: RequestListener): Promise<void> {
    const { port } = server.address() as AddressInfo;
    const other = createServer(listener).listen(port, '127.0.0.2');
    others.push(other);
    await once(other, 'listening');
  }

  /**
   * Asks twice. The first request uses the host name, because `prepareAddressedFetch` is not done
   * yet. The second call sends a request to each address.
   */
  async function getQueues(): ReturnType<RelayClient['getQueues']> {
    const client = createClient(NAME);
    await client.getQueues(LONG_MS).catch(() => undefined);
    await prepareAddressedFetch();
    return client.getQueues(LONG_MS);
  }

  it.each([
    [1000, 45_000],
    [45_000, 1000],
  ])(
    'asks every address, and returns the age of the oldest report: %i and %i ms',
    async (first, second) => {
      await clientOf(ofAge(first));
      await answerThere(ofAge(second));
      expect(await getQueues()).toEqual({ oldestMs: 45_000, silent: 0 });
    },
  );

  it('asks by the host name until it can ask each address', async () => {
    await clientOf(ofAge(1000));
    expect(await createClient(NAME).getQueues(LONG_MS)).toEqual({ oldestMs: 1000, silent: 0 });
  });

  it('counts the addresses that do not answer', async () => {
    await clientOf(ofAge(1000));
    await answerThere(answering('{}', 404));
    expect(await getQueues()).toEqual({ oldestMs: 1000, silent: 1 });
  });

  it('ignores addresses of a protocol by which no relay answers', async () => {
    await clientOf(ofAge(1000));
    // The server listens on this port at `127.0.0.1` only, so that `::1` refuses the connection.
    addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    expect(await getQueues()).toEqual({ oldestMs: 1000, silent: 0 });
  });

  it('fails when no address answers', async () => {
    await clientOf(answering('{}', 404));
    await expect(getQueues()).rejects.toMatchObject({ status: 404 });
  });

  it('stops waiting for the name server after the given time', async () => {
    await clientOf(ofAge(1000));
    addresses = undefined;
    await expect(createClient(NAME).getQueues(1)).rejects.toThrow('did not end within 1 ms');
  });

  it('asks a silent name server only once', async () => {
    await clientOf(ofAge(1000));
    addresses = undefined;
    const client = createClient(NAME);
    for (let pages = 0; pages < 3; pages += 1) {
      await expect(client.getQueues(1)).rejects.toThrow('did not end within 1 ms');
    }
    const asked = jest.mocked(dns.lookup).mock.calls.filter(([name]) => name === NAME);
    expect(asked).toHaveLength(1);
  });
});
