import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { liveLimits } from '#page-protocol';
import { readLines } from '../page-data/read-lines.ts';
import { createBody } from '../testing/body.ts';
import type { Body } from '../testing/body.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { FakeFetch } from '../testing/fake-fetch.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createLiveStream } from './live-stream.ts';

describe('the stream of changes', () => {
  const clock = fresh(() => new FakeClock());
  const scheduler = fresh(() => new FakeScheduler());
  const server = fresh(() => new FakeFetch());
  const stopping = fresh(() => new AbortController());
  let told: (readonly string[])[];
  let listening: Promise<void>;
  let hasEnded: boolean;
  let navigation: Partial<PerformanceNavigationTiming>;
  let open: Body | undefined;

  beforeEach(() => {
    told = [];
    hasEnded = false;
    navigation = { type: 'navigate', transferSize: 300 };
    open = undefined;
  });

  afterEach(async () => {
    stopping.abort();
    await listening;
  });

  async function listen(isBrief?: boolean): Promise<void> {
    const performance = {
      timeOrigin: clock.nowMs() - 1000,
      getEntriesByType: () => [navigation],
    };
    const stream = createLiveStream({
      window: { performance } as unknown as Window,
      basePath: '/base',
      fetch: async (input, init) => {
        const answer = await server.fetch(input, init);
        init?.signal?.addEventListener('abort', () => open?.fail(new Error('aborted')));
        return answer;
      },
      readLines,
      clock,
      scheduler,
      onTold: ({ tags }) => void told.push(tags),
    });
    listening = stream.listen(stopping.signal, isBrief).then(() => {
      hasEnded = true;
    });
    await turn();
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

  const missed = (): number[] =>
    server.requests.map(({ address }) =>
      Number(new URL(address, 'http://localhost').searchParams.get('missed')),
    );

  it('reports the tags of each message, and skips comments', async () => {
    const body = answerOpen();
    await listen();
    body.send('data: {"tags":["a","b"]}\n\n:\n\ndata: {"ta');
    body.send('gs":["c"]}\n\n');
    await turn();
    expect(told).toEqual([['a', 'b'], ['c']]);
    expect(server.requests[0]?.address).toBe('/base/_live?missed=1000');
  });

  it('connects again after a connection ended, and says for how long it has heard nothing', async () => {
    const body = answerOpen();
    await listen();
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

  it('waits longer after each failed connection, and a minute at most', async () => {
    await listen();
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

  it.each([204, 401])('ends for good when the server answers %i', async (status) => {
    server.answer(new Response(null, { status }));
    await listen();
    expect([hasEnded, scheduler.waiting]).toEqual([true, 0]);
  });

  it.each([
    ['503', new Response('later', { status: 503 })],
    ['404, as by a proxy', new Response('no', { status: 404 })],
    ['a page instead of a stream', new Response('<h1>Sign in</h1>')],
  ])('connects again when the server answers %s', async (_what, answer) => {
    server.answer(answer);
    await listen();
    answerOpen();
    await pass(3 * liveLimits.retryMs);
    expect([hasEnded, server.requests.length]).toEqual([false, 2]);
  });

  it('counts a connection without any message as time missed', async () => {
    answerOpen().end();
    await listen();
    answerOpen();
    await pass(3 * liveLimits.retryMs);
    expect(missed()).toEqual([1000, 1000 + 3 * liveLimits.retryMs]);
  });

  it.each<typeof navigation>([{ type: 'back_forward' }, { type: 'navigate', transferSize: 0 }])(
    'counts all time as missed in a document that the browser had kept: %j',
    async (entry) => {
      navigation = entry;
      answerOpen();
      await listen();
      expect(missed()).toEqual([clock.nowMs()]);
    },
  );

  it('asks again and again, and holds no connection, when it is brief', async () => {
    const bodies = [answerOpen()];
    await listen(true);
    bodies[0]?.send('data: {"tags":["a"]}\n\n:\n\n');
    await turn();
    expect(told).toEqual([['a']]);
    bodies.push(answerOpen());
    await pass(3 * liveLimits.retryMs);
    expect([bodies[0]?.isDropped(), server.requests.length]).toEqual([true, 2]);
  });

  it('gives up a connection on which nothing arrives any more, or that is stopped', async () => {
    answerOpen();
    await listen();
    const isAborted = (): unknown => server.requests.at(-1)?.init.signal?.aborted;
    await pass(liveLimits.silentMs - 1);
    expect(isAborted()).toBe(false);
    await pass(1);
    expect(isAborted()).toBe(true);
    answerOpen();
    await pass(3 * liveLimits.retryMs);
    expect([server.requests.length, isAborted()]).toEqual([2, false]);
    stopping.abort();
    expect(isAborted()).toBe(true);
  });
});
