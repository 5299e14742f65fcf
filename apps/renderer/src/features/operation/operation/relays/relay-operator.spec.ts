import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { CallSignature } from '#persistence';
import { Clock, SystemClock, SystemScheduler } from '#shared';
import { DataClient } from '../../../../rendering/index.ts';
import { RelayOperator } from './relay-operator.ts';

const SECRET = 'a secret of thirty-two characters';
const OPERATION = {
  problems: [],
  takesReports: true,
  room: { maxReports: 5, maxBytes: 7 },
  spools: [{ name: 'a', isOwn: true, depth: 0, bytes: 0, oldestMs: 0, owed: 0 }],
  upstreams: [{ name: 'up.example/5', depth: 0, bytes: 0, oldestMs: 0, lost: 0 }],
  heldSpools: [],
  unreadableSpools: [],
  damagedSpools: [],
  refusedKeys: [],
};

class StoppedClock extends Clock {
  override nowMs(): number {
    return 1_000_000;
  }
}

const clock = new StoppedClock();
const data = new DataClient({
  fetch,
  clock: new SystemClock(),
  scheduler: new SystemScheduler(),
  random: () => 0,
});
const { signal } = new AbortController();

let server: Server;

async function operatorOf(listener: RequestListener): Promise<RelayOperator> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new RelayOperator({
    relayUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    data,
    signature: new CallSignature(SECRET),
    clock,
  });
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

describe('RelayOperator', () => {
  it('signs its requests', async () => {
    const asked: IncomingMessage[] = [];
    const operator = await operatorOf((request, response) => {
      asked.push(request);
      answering(JSON.stringify(OPERATION))(request, response);
    });
    await operator.describe(signal);
    const [{ headers, method = '', url: target = '' } = {} as IncomingMessage] = asked;
    const signature = new CallSignature(SECRET);
    const call = { method, target };
    expect(signature.check(headers.authorization, call, clock.nowMs())).toBe('signed');
  });

  it('returns the description that the relay answers', async () => {
    const operator = await operatorOf(answering(JSON.stringify(OPERATION)));
    expect(await operator.describe(signal)).toEqual({ ok: true, data: OPERATION });
  });

  it('asks again while the relay answers 503', async () => {
    let asked = 0;
    const operator = await operatorOf((request, response) => {
      asked += 1;
      answering(JSON.stringify(OPERATION), asked % 3 === 0 ? 200 : 503)(request, response);
    });
    expect(await operator.describe(signal)).toMatchObject({ ok: true });
    expect(asked).toBe(3);
  });

  it.each([
    ['secret', 401, '{}'],
    ['clock', 403, '{}'],
    ['foreign', 404, '{}'],
    ['foreign', 200, '{}'],
    ['foreign', 200, '<html>'],
    ['foreign', 200, JSON.stringify({ ...OPERATION, spools: [{}] })],
    ['foreign', 200, JSON.stringify({ ...OPERATION, upstreams: [{}] })],
    ['foreign', 200, JSON.stringify({ ...OPERATION, problems: [1] })],
    ['foreign', 200, JSON.stringify({ ...OPERATION, damagedSpools: [{ folder: 1 }] })],
    [
      'foreign',
      200,
      JSON.stringify({ ...OPERATION, damagedSpools: [{ folder: 'a', bytes: '1' }] }),
    ],
  ])('reports the problem "%s" for an answer %i of the relay', async (problem, status, body) => {
    const operator = await operatorOf(answering(body, status));
    const nothing = { ok: false, problem };
    expect(await operator.describe(signal)).toEqual(nothing);
  });

  it('reports the problem "away" when no server answers', async () => {
    const operator = await operatorOf(answering('{}'));
    server.close();
    expect(await operator.describe(signal)).toEqual({ ok: false, problem: 'away' });
  });

  it('ends a request whose visitor has left', async () => {
    const operator = await operatorOf(() => undefined);
    const left = AbortSignal.abort(new Error('the visitor left'));
    await expect(operator.describe(left)).rejects.toThrow('the visitor left');
  });
});
