import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Scheduler } from '#shared';
import { RelaySender, SendingFailed } from './relay-sender.ts';

/** Lets no time pass; remembers how long somebody would have waited. */
class InstantScheduler extends Scheduler {
  readonly waited: number[] = [];

  override runAfter(delayMs: number, task: () => void): () => void {
    this.waited.push(delayMs);
    queueMicrotask(task);
    return () => {};
  }
}

describe('RelaySender', () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A relay that gives these answers, and then takes everything. */
  async function open(...answers: readonly [status: number, retryAfter?: string][]) {
    const taken: string[] = [];
    const left = [...answers];
    server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const [status, retryAfter] = left.shift() ?? [200];
      const by = String(request.headers['x-sentry-auth']);
      if (status === 200) taken.push(`${request.url} ${by} ${body}`);
      response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const scheduler = new InstantScheduler();
    const sender = new RelaySender(`http://127.0.0.1:${port}`, scheduler);
    const send = (all: readonly string[], signal = new AbortController().signal) =>
      sender.send(all, (envelope) => ({ projectId: 3, publicKey: 'abc', envelope }), signal);
    return { send, taken, waited: scheduler.waited };
  }

  it('sends each envelope once, with the key of its project', async () => {
    const { send, taken } = await open();
    const all = Array.from({ length: 20 }, (_, index) => `envelope ${index}`);
    await send(all);
    expect(taken.toSorted()).toEqual(
      all
        .map(
          (each) =>
            `/api/3/envelope/ Sentry sentry_version=7, sentry_key=abc, sentry_client=errata-demo/1 ${each}`,
        )
        .toSorted(),
    );
  });

  it('waits as long as the relay asks for, and sends again', async () => {
    const { send, taken, waited } = await open([503, '2'], [429, '3600'], [403]);
    await send(['a']);
    expect(taken).toHaveLength(1);
    expect(waited).toEqual([2000, 30_000, 1000]);
  });

  it('gives up when the relay goes on refusing', async () => {
    const { send, waited } = await open(...Array.from({ length: 12 }, () => [403] as [number]));
    await expect(send(['a'])).rejects.toThrow(
      new SendingFailed('The relay has not taken an event of the demo: status 403.'),
    );
    expect(waited).toHaveLength(12);
  });

  it('stops when it is told to', async () => {
    const { send, taken } = await open();
    await expect(send(['a', 'b'], AbortSignal.abort(new Error('enough')))).rejects.toThrow(
      'enough',
    );
    expect(taken).toEqual([]);
  });
});
