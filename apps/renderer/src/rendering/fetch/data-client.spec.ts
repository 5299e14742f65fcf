import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { runtimeLimits } from '#shared';
import { fresh } from '../../../../../test/support/fresh.ts';
import { HandTime } from '../../../../../test/support/hand-time.ts';
import { DataClient, parseRetryAfter, toBackoffMs } from './data-client.ts';
import { DeadlineError, UpstreamError } from './upstream-error.ts';

const ADDRESS = 'http://upstream.test/data?token=secret';

type Answer = (signal: AbortSignal) => Response | Promise<Response>;

class Upstream {
  readonly calls: RequestInit[] = [];
  readonly cancelled: unknown[] = [];
  answers: Answer[] = [];

  readonly fetch = async (_url: string | URL, init: RequestInit): Promise<Response> => {
    this.calls.push(init);
    const answer = this.answers[Math.min(this.calls.length, this.answers.length) - 1];
    if (!answer) throw new Error('The upstream was told no answer.');
    return answer(init.signal!);
  };

  answer(...statuses: number[]): void {
    this.answers = statuses.map((status) => () => this.respond(status));
  }

  respond(status: number, headers?: Record<string, string>): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`${status}`)),
      // The body closes only when it is read, so that an unread answer can still be cancelled.
      pull: (controller) => controller.close(),
      cancel: () => void this.cancelled.push(status),
    });
    return new Response(body, { status, headers });
  }
}

const time = fresh(() => new HandTime());
const upstream = fresh(() => new Upstream());
let chance: number;
let client: DataClient;

beforeEach(() => {
  chance = 0.5;
  const { fetch } = upstream;
  client = new DataClient({ fetch, clock: time, scheduler: time, random: () => chance });
});

/** Calls, and lets the given times pass one after the other. */
async function callFor(passMs: readonly number[], method?: string): Promise<Response> {
  const answer = client.fetch(ADDRESS, { method });
  await turn();
  for (const ms of passMs) await time.pass(ms);
  return answer;
}

const parse = (body: unknown): unknown => body;

const hanging: Answer = (signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

const stalling: Answer = (signal) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"a":'));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body);
};

describe('a call of DataClient', () => {
  it('is sent once as given, and resolves with the answer of the server', async () => {
    upstream.answers = [() => new Response('made', { status: 201, headers: { 'X-Kept': '1' } })];
    const headers = { accept: 'text/plain' };
    const answer = await client.fetch(ADDRESS, { method: 'PUT', headers, body: 'a' });
    expect(upstream.calls).toMatchObject([{ method: 'PUT', headers, body: 'a' }]);
    expect([answer.status, answer.headers.get('X-Kept')]).toEqual([201, '1']);
    expect(await answer.text()).toBe('made');
  });

  it('keeps the address that answered after a redirect', async () => {
    const redirected = {
      url: { value: 'http://upstream.test/there' },
      redirected: { value: true },
    };
    upstream.answers = [() => Object.defineProperties(new Response('x'), redirected)];
    expect(await client.fetch(ADDRESS)).toMatchObject({
      url: 'http://upstream.test/there',
      redirected: true,
    });
  });

  it('is not repeated when the network fails', async () => {
    const failure = new TypeError('fetch failed');
    upstream.answers = [() => Promise.reject(failure)];
    await expect(client.fetch(ADDRESS)).rejects.toBe(failure);
    expect(upstream.calls).toHaveLength(1);
    expect(time.dueInMs).toEqual([]);
  });
});

describe('a GET answered with 5xx', () => {
  it('is repeated until there is an answer below 500, whatever the case of its method', async () => {
    upstream.answer(503, 500, 200);
    expect((await callFor([125, 250], 'get')).status).toBe(200);
    expect(upstream.calls).toHaveLength(3);
  });

  it('is repeated three times at most, and then resolves with the last answer', async () => {
    upstream.answer(503, 502, 504, 599);
    expect(await (await callFor([125, 250, 500])).text()).toBe('599');
    expect(upstream.calls).toHaveLength(1 + runtimeLimits.serverFetchRetries);
  });

  it('waits longer before each retry, by chance', async () => {
    upstream.answer(503);
    void client.fetch(ADDRESS);
    await turn();
    const waitsMs: (number | undefined)[] = [];
    for (chance of [0.1, 1, 0]) {
      waitsMs.push(time.dueInMs[0]);
      await time.pass(time.dueInMs[0] ?? 0);
    }
    // The random number was 0.5 when the first answer arrived.
    expect(waitsMs).toEqual([125, 50, 1000]);
  });

  it('frees the sockets of discarded answers', async () => {
    upstream.answer(501, 502, 200);
    const answer = client.fetch(ADDRESS);
    await turn();
    expect(upstream.cancelled).toEqual([501]);
    await time.pass(125);
    expect(upstream.cancelled).toEqual([501, 502]);
    await time.pass(250);
    expect(await (await answer).text()).toBe('200');
    expect(upstream.cancelled).toEqual([501, 502]);
  });

  it('is repeated even when the discarded answer breaks', async () => {
    const broken = new ReadableStream({ cancel: () => Promise.reject(new Error('reset')) });
    upstream.answers = [() => new Response(broken, { status: 503 }), () => new Response('fine')];
    expect(await (await callFor([125])).text()).toBe('fine');
  });
});

describe('a call that fails for good', () => {
  it.each([
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((method) => [method, 503] as const),
    ...[400, 401, 404, 408, 429].map((status) => ['GET', status] as const),
  ])('is not repeated: %s, %i', async (method, status) => {
    upstream.answers = [() => upstream.respond(status, { 'Retry-After': '1' })];
    expect((await client.fetch(ADDRESS, { method })).status).toBe(status);
    expect(upstream.calls).toHaveLength(1);
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds', '3'],
    ['a date', 'Mon, 05 Jan 2026 12:00:03 GMT'],
  ])('is waited for when given as %s, with the back-off on top', async (_form, header) => {
    upstream.answers = [
      () => upstream.respond(503, { 'Retry-After': header }),
      () => upstream.respond(200),
    ];
    const answer = client.fetch(ADDRESS);
    await turn();
    await time.pass(3124);
    expect(upstream.calls).toHaveLength(1);
    await time.pass(1);
    expect((await answer).status).toBe(200);
  });

  it.each(['10', '9', '99999999999999999999'])(
    'is not waited for when its %s s end after the deadline',
    async (seconds) => {
      chance = 1;
      upstream.answers = [() => upstream.respond(503, { 'Retry-After': seconds })];
      const answer = await client.fetch(ADDRESS, { deadlineMs: 9250 });
      expect(await answer.text()).toBe('503');
      expect(upstream.calls).toHaveLength(1);
      expect(upstream.cancelled).toEqual([]);
    },
  );
});

describe('the deadline of a call', () => {
  it.each<[string, readonly Answer[], number[], () => Promise<unknown>]>([
    ['is ten seconds by default', [hanging], [10_000], () => client.fetch(ADDRESS)],
    [
      'spans all attempts',
      [() => upstream.respond(503), hanging],
      [125, 875],
      () => client.fetch(ADDRESS, { deadlineMs: 1000 }),
    ],
    [
      'spans the reading of the body',
      [stalling],
      [1000],
      () => client.getJson(ADDRESS, parse, { deadlineMs: 1000 }),
    ],
  ])('%s, and its error names the call', async (_what, answers, passMs, call) => {
    upstream.answers = [...answers];
    const dueMs = passMs.reduce((sum, ms) => sum + ms);
    const late = new DeadlineError('GET http://upstream.test/data', dueMs);
    const ended = call().catch((error: unknown) => error);
    await turn();
    expect(time.dueInMs.at(-1)).toBe(dueMs);
    for (const ms of passMs) await time.pass(ms);
    expect(await ended).toEqual(late);
    expect(upstream.calls).toHaveLength(answers.length);
    expect(upstream.calls.at(-1)?.signal?.aborted).toBe(true);
    expect(time.dueInMs).toEqual([]);
  });

  it('holds no timer once the body is read, cancelled or absent', async () => {
    upstream.answer(200);
    await client.getJson(ADDRESS, parse);
    expect(time.dueInMs).toEqual([]);
    await (await client.fetch(ADDRESS)).body?.cancel();
    expect(time.dueInMs).toEqual([]);
    expect(upstream.cancelled).toEqual([200]);
    upstream.answers = [() => new Response(null, { status: 204 })];
    await client.fetch(ADDRESS);
    expect(time.dueInMs).toEqual([]);
  });

  it('holds no timer once the body has failed', async () => {
    const reset = new Error('reset');
    const broken = new ReadableStream({ pull: () => Promise.reject(reset) });
    upstream.answers = [() => new Response(broken)];
    await expect(client.getJson(ADDRESS, parse)).rejects.toBe(reset);
    expect(time.dueInMs).toEqual([]);
  });

  it('ends an answer whose body is never read', async () => {
    upstream.answers = [stalling];
    const { body } = await client.fetch(ADDRESS);
    await time.pass(10_000);
    await expect(body?.getReader().read()).rejects.toThrow(DeadlineError);
  });
});

describe('a call whose visitor leaves', () => {
  const left = new Error('the visitor left');
  const visit = fresh(() => new AbortController());

  it('causes no request when the visitor left before', async () => {
    visit.abort(left);
    await expect(client.fetch(ADDRESS, { signal: visit.signal })).rejects.toBe(left);
    expect(upstream.calls).toEqual([]);
    expect(time.dueInMs).toEqual([]);
  });

  it.each([
    ['a call under way', hanging],
    ['the wait for a retry', () => new Response('x', { status: 503 })],
    ['the reading of the body', stalling],
  ])('ends %s with the reason, and is not repeated', async (_phase, answer) => {
    upstream.answers = [answer];
    const ending = client
      .getJson(ADDRESS, parse, { signal: visit.signal })
      .catch((error: unknown) => error);
    await turn();
    visit.abort(left);
    expect(await ending).toBe(left);
    expect(upstream.calls).toHaveLength(1);
    expect(upstream.calls[0]?.signal?.reason).toBe(left);
    expect(time.dueInMs).toEqual([]);
  });

  it('leaves an answer alone that was read before', async () => {
    upstream.answer(200);
    const answer = await client.fetch(ADDRESS, { signal: visit.signal });
    expect(await answer.text()).toBe('200');
    visit.abort(left);
    expect(upstream.calls[0]?.signal?.aborted).toBe(false);
  });
});

describe('getJson', () => {
  it('resolves with the parsed body', async () => {
    upstream.answers = [() => Response.json({ a: 1 })];
    const double = (body: unknown): number => (body as { a: number }).a * 2;
    expect(await client.getJson(ADDRESS, double)).toBe(2);
  });

  it.each([301, 404, 429])('rejects an answer %i with its status', async (status) => {
    upstream.answer(status);
    const error = new UpstreamError('GET http://upstream.test/data', status);
    await expect(client.getJson(ADDRESS, parse)).rejects.toEqual(error);
    expect(error).toMatchObject({ status });
    expect(upstream.cancelled).toEqual([status]);
    expect(time.dueInMs).toEqual([]);
  });

  it('rejects with the error of the parser, and a body that is no JSON', async () => {
    const refusal = new TypeError('no number');
    const refuse = (): never => {
      throw refusal;
    };
    upstream.answers = [() => Response.json({}), () => new Response('<html>')];
    await expect(client.getJson(ADDRESS, refuse)).rejects.toBe(refusal);
    // The error is compared by name, because Jest's own SyntaxError is another class.
    await expect(client.getJson(ADDRESS, parse)).rejects.toMatchObject({ name: 'SyntaxError' });
  });
});

describe('toBackoffMs', () => {
  it('takes a random part of a bound, which doubles up to a second', () => {
    const boundsMs = [0, 1, 2, 3, 50].map((retry) => toBackoffMs(retry, () => 1));
    expect(boundsMs).toEqual([250, 500, 1000, 1000, 1000]);
    expect([0, 0.3].map((chosen) => toBackoffMs(1, () => chosen))).toEqual([0, 150]);
  });
});

const NOW_MS = Date.UTC(2026, 0, 5, 12);

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['2', 2000],
    [' 120 ', 120_000],
    ['Mon, 05 Jan 2026 12:00:30 GMT', 30_000],
    ['Monday, 05-Jan-26 12:00:30 GMT', 30_000],
    ['Mon Jan  5 12:00:30 2026', 30_000],
    ['Mon, 05 Jan 2026 11:59:59 GMT', 0],
  ])('reads %p as seconds, or as the time until that date', (header, ms) => {
    expect(parseRetryAfter(header, NOW_MS)).toBe(ms);
  });

  it.each([
    null,
    '',
    '-1',
    '1.5',
    '1, 2',
    'soon',
    '2027-01-05',
    'Monday',
    'Mon, soon',
    'Mon, 99 Jan 2026 12:00:30 GMT',
    'Mon, 05 Jan 2026 12:00:30 +0100',
  ])('reads nothing from %p', (header) => {
    expect(parseRetryAfter(header, NOW_MS)).toBeUndefined();
  });
});
