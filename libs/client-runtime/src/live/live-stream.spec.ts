import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { liveLimits } from '#shared';
import { readLines } from '../page-data/read-lines.ts';
import { createBody } from '../testing/body.ts';
import type { Body } from '../testing/body.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { FakeFetch } from '../testing/fake-fetch.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { turn } from '../testing/turn.ts';
import { createLiveStream } from './live-stream.ts';

describe('the stream of changes', () => {
  let clock: FakeClock;
  let scheduler: FakeScheduler;
  let server: FakeFetch;
  let stopping: AbortController;
  let told: (readonly string[])[];
  let listening: Promise<void>;
  let hasEnded: boolean;
  /** The answer that has not ended. */
  let open: Body | undefined;

  beforeEach(() => {
    clock = new FakeClock();
    scheduler = new FakeScheduler();
    server = new FakeFetch();
    stopping = new AbortController();
    told = [];
    hasEnded = false;
    open = undefined;
  });

  afterEach(async () => {
    stopping.abort();
    await listening;
  });

  function listen(): void {
    // The document was asked for a second ago.
    const performance = { timeOrigin: clock.nowMs() - 1000 };
    const stream = createLiveStream({
      window: { performance } as Window,
      basePath: '/base',
      // As a browser does, it breaks off what is aborted.
      fetch: async (input, init) => {
        const answer = await server.fetch(input, init);
        init?.signal?.addEventListener('abort', () => open?.fail(new Error('aborted')));
        return answer;
      },
      readLines,
      clock,
      scheduler,
      onTold: (tags) => void told.push(tags),
    });
    listening = stream.listen(stopping.signal).then(() => {
      hasEnded = true;
    });
  }

  function answerOpen(): Body {
    const body = createBody();
    open = body;
    const headers = { 'Content-Type': 'text/event-stream' };
    server.answer(new Response(body.stream, { headers }));
    return body;
  }

  async function pass(ms: number): Promise<void> {
    clock.pass(ms);
    scheduler.pass(ms);
    await turn();
  }

  /** For how long they say that they have not been listening. */
  const missed = (): number[] =>
    server.requests.map(({ address }) =>
      Number(new URL(address, 'http://localhost').searchParams.get('missed')),
    );

  it('tells what it is told, comments apart', async () => {
    const body = answerOpen();
    listen();
    await turn();
    body.send('data: {"tags":["a","b"]}\n\n:\n\ndata: {"ta');
    body.send('gs":["c"]}\n\n');
    await turn();
    expect(told).toEqual([['a', 'b'], ['c']]);
    expect(server.requests[0]?.address).toBe('/base/_live?missed=1000');
  });

  it('goes on after a connection that ended, and says since when it knows nothing', async () => {
    const body = answerOpen();
    listen();
    await turn();
    await pass(20_000);
    body.send(':\n\n');
    await turn();
    await pass(5000);
    body.end();
    answerOpen();
    await turn();
    await pass(3 * liveLimits.retryMs);
    const [first = 0, second = 0] = missed();
    expect(first).toBe(1000);
    expect(second).toBe(5000 + 3 * liveLimits.retryMs);
  });

  it('waits longer each time that there is no connection, and a minute at most', async () => {
    listen();
    await turn();
    const waited: number[] = [];
    for (let tries = 1; tries < 9; tries += 1) {
      const before = server.requests.length;
      let ms = 0;
      while (server.requests.length === before) {
        await pass(500);
        ms += 500;
      }
      waited.push(ms);
    }
    expect(waited[0]).toBeLessThanOrEqual(1.5 * liveLimits.retryMs + 500);
    expect(waited[5]).toBeGreaterThan(0.5 * liveLimits.retryMostMs);
    expect(Math.max(...waited)).toBeLessThanOrEqual(1.5 * liveLimits.retryMostMs + 500);
  });

  it.each([401, 403, 404])('ends for good when it is answered %i', async (status) => {
    server.answer(new Response('no', { status }));
    listen();
    await turn();
    expect([hasEnded, scheduler.waiting]).toEqual([true, 0]);
  });

  it('tries again when it is answered 503, or what is no stream', async () => {
    server.answer(new Response('later', { status: 503 }));
    listen();
    await turn();
    answerOpen();
    await pass(3 * liveLimits.retryMs);
    expect([hasEnded, server.requests.length]).toEqual([false, 2]);
  });

  it('gives up a connection on which nothing arrives any more', async () => {
    answerOpen();
    listen();
    await turn();
    await pass(liveLimits.silentMs - 1);
    expect(server.requests[0]?.init.signal?.aborted).toBe(false);
    await pass(1);
    expect(server.requests[0]?.init.signal?.aborted).toBe(true);
  });

  it('ends its connection when it is stopped', async () => {
    answerOpen();
    listen();
    await turn();
    stopping.abort();
    expect(server.requests[0]?.init.signal?.aborted).toBe(true);
  });
});
