import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock, SystemScheduler } from '#shared';
import { fresh } from '../../../../../test/support/fresh.ts';
import { DataClient } from './data-client.ts';

/** The client has no back-off, so that only the server's own `Retry-After` causes waits. */
const client = new DataClient({
  fetch,
  clock: new SystemClock(),
  scheduler: new SystemScheduler(),
  random: () => 0,
});
const parse = (body: unknown): unknown => body;

let server: Server;
let address: string;
let calls: number;
let respond: (response: ServerResponse, request: IncomingMessage) => void;

beforeEach(async () => {
  calls = 0;
  server = createServer((request, response) => {
    calls += 1;
    respond(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function untilClosed({ socket }: IncomingMessage): Promise<void> {
  return new Promise((resolve) => void socket.once('close', resolve));
}

describe('DataClient before a real server', () => {
  it('asks three times when the server answers 503, 503 and 200', async () => {
    respond = (response) => {
      response.writeHead(calls < 3 ? 503 : 200).end(`{"calls":${calls}}`);
    };
    expect(await client.getJson(address, parse)).toEqual({ calls: 3 });
  });
});

describe('a visitor who leaves', () => {
  const left = new Error('the visitor left');
  const visit = fresh(() => new AbortController());

  it('closes the connection that waits for an answer', async () => {
    const reached = new Promise<IncomingMessage>((resolve) => {
      respond = (_response, request) => resolve(request);
    });
    const ending = client.fetch(address, { signal: visit.signal }).catch((error: unknown) => error);
    const closed = untilClosed(await reached);
    visit.abort(left);
    await closed;
    expect(await ending).toBe(left);
    expect(calls).toBe(1);
  });

  it('closes the connection on which a body arrives', async () => {
    let closed: Promise<void> | undefined;
    respond = (response, request) => {
      closed = untilClosed(request);
      response.writeHead(200).write('{"a":');
    };
    const answer = await client.fetch(address, { signal: visit.signal });
    const ending = answer.json().catch((error: unknown) => error);
    visit.abort(left);
    await closed;
    expect(await ending).toBe(left);
    expect(calls).toBe(1);
  });
});

it('an answer that is thrown away leaves no connection open', async () => {
  let closed: Promise<void> | undefined;
  respond = (response, request) => {
    if (calls === 1) {
      closed = untilClosed(request);
      // A client does not buffer this much, so the connection stays open until the body is
      // cancelled.
      response.writeHead(503).write(Buffer.alloc(10_000_000));
    } else {
      response.end('{}');
    }
  };
  expect(await client.getJson(address, parse)).toEqual({});
  await closed;
});
