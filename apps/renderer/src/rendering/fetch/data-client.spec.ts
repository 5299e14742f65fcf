import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock, runtimeLimits, Scheduler } from '#shared';
import { DataClient } from './data-client.ts';
import { DeadlineError, UpstreamError } from './upstream-error.ts';

const ADDRESS = 'http://upstream.test/data?token=secret';

class HandTime extends Scheduler {
  private nowMs = Date.UTC(2026, 0, 5, 12);
  private readonly tasks = new Set<{ readonly atMs: number; readonly run: () => void }>();

  readonly clock: Clock = { nowMs: () => this.nowMs };

  override runAfter(delayMs: number, run: () => void): () => void {
    const task = { atMs: this.nowMs + delayMs, run };
    this.tasks.add(task);
    return () => void this.tasks.delete(task);
  }

  get dueInMs(): number[] {
    return [...this.tasks].map(({ atMs }) => atMs - this.nowMs).toSorted((a, b) => a - b);
  }

  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const task of this.tasks) {
      if (task.atMs > this.nowMs) continue;
      this.tasks.delete(task);
      task.run();
    }
    await turn();
  }
}

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

let time: HandTime;
let upstream: Upstream;
let chance: number;
let client: DataClient;

beforeEach(() => {
  time = new HandTime();
  upstream = new Upstream();
  chance = 0.5;
  const { clock } = time;
  client = new DataClient({ fetch: upstream.fetch, clock, scheduler: time, random: () => chance });
});

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
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
  it('is repeated until there is an answer below 500', async () => {
    upstream.answer(503, 500, 200);
    const answer = client.fetch(ADDRESS);
    await turn();
    await time.pass(125);
    await time.pass(250);
    expect((await answer).status).toBe(200);
    expect(upstream.calls).toHaveLength(3);
  });

  it('is repeated three times at most, and then resolves with the last answer', async () => {
    upstream.answer(503, 502, 504, 599);
    const answer = client.fetch(ADDRESS);
    await turn();
    for (const ms of [125, 250, 500]) await time.pass(ms);
    expect(await (await answer).text()).toBe('599');
    expect(upstream.calls).toHaveLength(1 + runtimeLimits.serverFetchRetries);
  });

  it('is repeated whatever the case of its method', async () => {
    upstream.answer(503, 200);
    const answer = client.fetch(ADDRESS, { method: 'get' });
    await turn();
    await time.pass(125);
    expect((await answer).status).toBe(200);
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
    const answer = client.fetch(ADDRESS);
    await turn();
    await time.pass(125);
    expect(await (await answer).text()).toBe('fine');
  });
});

describe('a call that fails for good', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])(
    'is not repeated when its method is %s',
    async (method) => {
      upstream.answer(503);
      expect((await client.fetch(ADDRESS, { method })).status).toBe(503);
      expect(upstream.calls).toHaveLength(1);
    },
  );

  it.each([400, 401, 404, 408, 429])(
    'is not repeated after an answer with status %i',
    async (status) => {
      upstream.answers = [() => upstream.respond(status, { 'Retry-After': '1' })];
      expect((await client.fetch(ADDRESS)).status).toBe(status);
      expect(upstream.calls).toHaveLength(1);
    },
  );
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
  it('is ten seconds by default', async () => {
    upstream.answers = [hanging];
    const answer = expectLate(client.fetch(ADDRESS), 10_000);
    await turn();
    expect(time.dueInMs).toEqual([10_000]);
    await time.pass(10_000);
    await answer;
  });

  it('ends a call without an answer, and names the call', async () => {
    upstream.answers = [hanging];
    const answer = expectLate(client.fetch(ADDRESS, { deadlineMs: 250 }), 250);
    await turn();
    await time.pass(250);
    await answer;
    expect(upstream.calls[0]?.signal?.aborted).toBe(true);
  });

  it('spans all attempts', async () => {
    upstream.answers = [() => upstream.respond(503), hanging];
    const answer = expectLate(client.fetch(ADDRESS, { deadlineMs: 1000 }), 1000);
    await turn();
    await time.pass(125);
    expect(upstream.calls).toHaveLength(2);
    await time.pass(875);
    await answer;
  });

  it('spans the reading of the body', async () => {
    upstream.answers = [stalling];
    const answer = expectLate(client.getJson(ADDRESS, parse, { deadlineMs: 1000 }), 1000);
    await turn();
    await time.pass(1000);
    await answer;
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

  async function expectLate(answer: Promise<unknown>, ms: number): Promise<void> {
    await expect(answer).rejects.toEqual(new DeadlineError('GET http://upstream.test/data', ms));
    expect(time.dueInMs).toEqual([]);
  }
});

describe('a call whose visitor leaves', () => {
  const left = new Error('the visitor left');
  let visit: AbortController;

  beforeEach(() => {
    visit = new AbortController();
  });

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
    const ending = expectToEnd(client.getJson(ADDRESS, parse, { signal: visit.signal }));
    await turn();
    visit.abort(left);
    await ending;
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

  async function expectToEnd(call: Promise<unknown>): Promise<void> {
    await expect(call).rejects.toBe(left);
  }
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

  it('rejects with the error of the parser', async () => {
    const refusal = new TypeError('no number');
    upstream.answer(200);
    await expect(
      client.getJson(ADDRESS, () => {
        throw refusal;
      }),
    ).rejects.toBe(refusal);
  });

  it('rejects a body that is no JSON', async () => {
    upstream.answers = [() => new Response('<html>')];
    // The error is compared by name, because Jest's own SyntaxError is another class.
    await expect(client.getJson(ADDRESS, parse)).rejects.toMatchObject({ name: 'SyntaxError' });
  });
});
