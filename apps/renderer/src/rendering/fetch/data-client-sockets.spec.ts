import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock, SystemScheduler } from '#shared';
import { DataClient } from './data-client.ts';
import { UpstreamError } from './upstream-error.ts';

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

function answerWith(...statuses: number[]): void {
  respond = (response) => {
    const status = statuses[Math.min(calls, statuses.length) - 1] ?? 200;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"calls":1}');
  };
}

describe('DataClient before a real server', () => {
  it('asks three times when the server answers 503, 503 and 200', async () => {
    answerWith(503, 503, 200);
    expect(await client.getJson(address, parse)).toEqual({ calls: 1 });
    expect(calls).toBe(3);
  });

  it('fails when the server answers 503 four times', async () => {
    answerWith(503);
    await expect(client.getJson(address, parse)).rejects.toThrow(UpstreamError);
    expect(calls).toBe(4);
  });

  it('asks once when the server answers 404', async () => {
    answerWith(404);
    await expect(client.getJson(address, parse)).rejects.toMatchObject({ status: 404 });
    expect(calls).toBe(1);
  });

  it('asks once when the server answers a POST with 503', async () => {
    answerWith(503);
    const answer = await client.fetch(address, { method: 'POST', body: 'a' });
    expect(await answer.json()).toEqual({ calls: 1 });
    expect([answer.status, answer.url, calls]).toEqual([503, address, 1]);
  });
});

describe('a visitor who leaves', () => {
  const left = new Error('the visitor left');
  let visit: AbortController;

  beforeEach(() => {
    visit = new AbortController();
  });

  function ask(): Promise<unknown> {
    return client.getJson(address, parse, { signal: visit.signal, deadlineMs: 600_000 });
  }

  async function expectToEnd(call: Promise<unknown>): Promise<void> {
    await expect(call).rejects.toBe(left);
  }

  it('closes the connection that waits for an answer', async () => {
    const reached = new Promise<IncomingMessage>((resolve) => {
      respond = (_response, request) => resolve(request);
    });
    const ending = expectToEnd(ask());
    const closed = untilClosed(await reached);
    visit.abort(left);
    await Promise.all([closed, ending]);
    expect(calls).toBe(1);
  });

  it('closes the connection on which a body arrives', async () => {
    let closed: Promise<void> | undefined;
    respond = (response, request) => {
      closed = untilClosed(request);
      response.writeHead(200).write('{"a":');
    };
    const answer = await client.fetch(address, { signal: visit.signal });
    const ending = expectToEnd(answer.json());
    visit.abort(left);
    await Promise.all([closed, ending]);
    expect(calls).toBe(1);
  });

  it('ends the wait for a retry', async () => {
    const answered = new Promise<void>((resolve) => {
      respond = (response) => {
        response.once('close', resolve);
        response.writeHead(503, { 'Retry-After': '300' }).end('{}');
      };
    });
    const ending = expectToEnd(ask());
    await answered;
    visit.abort(left);
    await ending;
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
