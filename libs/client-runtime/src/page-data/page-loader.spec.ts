import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Flash, PageData } from '#page-protocol';
import { createExpiry } from '../cache/expiry.ts';
import type { Expiry } from '../cache/expiry.ts';
import { createPageCache } from '../cache/page-cache.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import {
  toAnswer,
  toHeldSegment,
  toLines,
  toPageData,
  toResponse,
  toSegment,
} from '../testing/answers.ts';
import { createBody } from '../testing/body.ts';
import type { Body } from '../testing/body.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { FakeFetch } from '../testing/fake-fetch.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { turn } from '../testing/turn.ts';
import { createPageLoader } from './page-loader.ts';
import type { LoadPage } from './page-loader.ts';
import { createPageReader } from './page-reader.ts';

describe('loadPage', () => {
  let server: FakeFetch;
  let cache: PageCache;
  let expiry: Expiry;
  let clock: FakeClock;
  let loadPage: LoadPage;
  let controller: AbortController;
  let refusals: number;
  let flashes: (Flash | undefined)[];

  beforeEach(() => {
    refusals = 0;
    flashes = [];
    server = new FakeFetch();
    clock = new FakeClock();
    cache = createPageCache(clock, new IdleQueue().runWhenIdle);
    expiry = createExpiry(cache);
    loadPage = createPageLoader({
      fetch: server.fetch,
      basePath: '/base',
      cache,
      expiry,
      reader: createPageReader({
        build: 'b1',
        cache,
        expiry,
        note: (flash) => void flashes.push(flash),
      }),
      onRefused: () => void (refusals += 1),
    });
    controller = new AbortController();
  });

  const load = (url = '/a', held: readonly string[] = []): ReturnType<LoadPage> =>
    loadPage(url, held, { signal: controller.signal });

  const answerWith = (...lines: readonly unknown[]): Response => toResponse(toLines(...lines));

  describe('the request', () => {
    const A = toPageData('/a', [toSegment('a')]);

    it('goes to the address under the base path', async () => {
      server.answer(answerWith(A));
      await load('/a?x=1');
      expect(server.requests[0]?.address).toBe('/base/a?x=1');
    });

    it('names the build and the held segments', async () => {
      server.answer(answerWith(A));
      await load('/a', ['frame', 'menu']);
      expect(server.requests[0]?.init.headers).toEqual({ 'Router-State': 'b1 frame menu' });
    });

    it('names the build where nothing is held', async () => {
      server.answer(answerWith(A));
      await load();
      expect(server.requests[0]?.init.headers).toEqual({ 'Router-State': 'b1' });
    });

    it('says when nobody waits for its page', async () => {
      server.answer(answerWith(A));
      await loadPage('/a', [], { signal: controller.signal, isBackground: true });
      expect(server.requests[0]?.init.headers).toEqual({
        'Router-State': 'b1',
        'Router-Refresh': '1',
      });
    });

    it('leaves out the innermost held keys that do not fit into 8 KiB', async () => {
      server.answer(answerWith(A));
      const keys = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(250, 'k'));
      await load('/a', keys);
      const header = new Headers(server.requests[0]?.init.headers).get('Router-State') ?? '';
      expect(header.length).toBeLessThanOrEqual(8192);
      expect(header.split(' ').slice(1)).toEqual(keys.slice(0, 32));
    });

    it('bypasses the cache of the browser, and goes to no other origin', async () => {
      server.answer(answerWith(A));
      await load();
      expect(server.requests[0]?.init).toMatchObject({ cache: 'no-store', mode: 'same-origin' });
    });

    it('ends with the visit', async () => {
      server.answer(answerWith(A));
      await load();
      expect(server.requests[0]?.init.signal).toBe(controller.signal);
    });
  });

  describe('the answer', () => {
    it.each([200, 401, 403, 404, 500])('is a page with the status %d', async (status) => {
      const data = toPageData('/a', [toSegment('frame'), toSegment('a')], { status });
      server.answer(toResponse(toLines(data), { status }));
      expect(await load()).toMatchObject({
        page: { url: '/a', status, segments: [{ key: 'frame' }, { key: 'a' }] },
      });
    });

    it('gives the page the address where the server ended', async () => {
      server.answer(answerWith(toPageData('/b?y=2', [toSegment('b')])));
      expect(await load('/a')).toMatchObject({ page: { url: '/b?y=2' } });
    });

    it('is kept in the cache', async () => {
      server.answer(answerWith(toPageData('/a', [toSegment('a')])));
      const loaded = await load();
      expect({ page: cache.find('/a')?.page, isStale: false }).toEqual(loaded);
    });

    it.each([
      [['issues'], true],
      [['users'], false],
    ])('is stale when one of its tags has expired since the request: %j', async (tags, is) => {
      server.answer(answerWith(toPageData('/a', [toSegment('a', { tags: ['issues'] })])));
      const loading = load();
      expiry.expire(tags);
      expect(await loading).toMatchObject({ isStale: is });
      expect(cache.find('/a')?.isStale).toBe(is);
    });

    it('is dropped when it failed and nobody waits for it, as the shown page is better', async () => {
      server.answer(answerWith(toPageData('/a', [toSegment('a')], { status: 500 })));
      const { signal } = controller;
      expect(await loadPage('/a', [], { signal, isBackground: true })).toBeUndefined();
      expect(cache.segments.find('a')).toBeUndefined();
    });

    it('is stale when something was invalidated since the request', async () => {
      server.answer(answerWith(toPageData('/a', [toSegment('a')])));
      const loading = load();
      cache.invalidate(['issues']);
      expect(await loading).toMatchObject({ isStale: true });
      expect(cache.find('/a')?.isStale).toBe(true);
      expect(cache.listHeld('/a', [])).toEqual([]);
    });

    describe('a prefetched redirect', () => {
      const prefetch = async (): Promise<void> => {
        server.answer(answerWith(toPageData('/b', [toSegment('b')])));
        await loadPage('/a', [], { signal: controller.signal, prefetch: '/a' });
      };

      it('is found at the address that led to it', async () => {
        await prefetch();
        expect(cache.find('/a')).toMatchObject({ page: { url: '/b' }, isStale: false });
      });

      it('is not found when it is old, since only the server knows where it leads by then', async () => {
        await prefetch();
        clock.pass(60_000);
        expect(cache.find('/a')).toBeUndefined();
        expect(cache.find('/b')).toMatchObject({ isStale: true });
      });

      it('is not found once anything has been invalidated', async () => {
        await prefetch();
        cache.invalidate(['of something else']);
        expect(cache.find('/a')).toBeUndefined();
        expect(cache.find('/b')).toBeDefined();
      });

      it('is not found at the address of a visit, which requests the page again', async () => {
        server.answer(answerWith(toPageData('/b', [toSegment('b')])));
        await load('/a');
        expect(cache.find('/a')).toBeUndefined();
      });
    });

    it('is completed with the held segments', async () => {
      const { data, deferred } = toAnswer('/a', [toSegment('frame'), toSegment('a')]);
      const shown = cache.take(data, deferred) as ShownPage;
      server.answer(answerWith(toPageData('/b', [toHeldSegment('frame'), toSegment('b')])));
      const loaded = (await load('/b', ['frame'])) as { page: ShownPage };
      expect(loaded.page.segments[0]).toBe(shown.segments[0]);
    });

    it.each(['http://example.com/', '/b#part'])(
      'leads elsewhere when it names the location %s',
      async (location) => {
        server.answer(answerWith(toPageData('/a', [], { location })));
        expect(await load()).toEqual({ location });
      },
    );

    it.each([{}, { location: '/b#part' }])('passes on its message when it has %j', async (rest) => {
      const flash = { text: 'Done.' };
      server.answer(answerWith(toPageData('/a', [toSegment('a')], { ...rest, flash })));
      await load();
      expect(flashes).toEqual([flash]);
    });

    it('is read though its type has parameters', async () => {
      const body = toLines(toPageData('/a', [toSegment('a')]));
      server.answer(toResponse(body, { type: 'application/x-ndjson; charset=utf-8' }));
      expect(await load()).toHaveProperty('page');
    });

    it('is a page as soon as its first line has arrived', async () => {
      const body = createBody();
      server.answer(toResponse(body.stream));
      const loading = load();
      body.send(toLines(toPageData('/a', [toSegment('a', { deferred: ['late'] })])));
      expect(await loading).toHaveProperty('page');
    });
  });

  describe('an unusable answer', () => {
    const page = toLines(toPageData('/a', [toSegment('a')]));

    it.each(['text/html', 'application/json', 'text/plain', ''])(
      'is an answer of the type %j',
      async (type) => {
        server.answer(toResponse(page, { type }));
        expect(await load()).toBeUndefined();
      },
    );

    it('is an answer without a type', async () => {
      const answer = toResponse(page);
      answer.headers.delete('Content-Type');
      server.answer(answer);
      expect(await load()).toBeUndefined();
    });

    it.each([
      { name: 'another version', line: { ...toPageData('/a', [toSegment('a')]), v: 2 } },
      { name: 'no version', line: { ...toPageData('/a', [toSegment('a')]), v: undefined } },
      { name: 'nothing to show', line: toPageData('/a', []) },
      { name: 'no page', line: { error: 'Bad Gateway' } },
      { name: 'no object', line: 5 },
      { name: 'null', line: null },
      { name: 'a list', line: [toPageData('/a', [toSegment('a')])] },
      { name: 'segments that are none', line: { ...toPageData('/a', []), segments: 'a' } },
      { name: 'no segments', line: { ...toPageData('/a', []), segments: null } },
      { name: 'a segment that is none', line: { ...toPageData('/a', []), segments: [null] } },
      ...['key', 'view', 'head', 'tags'].map((field) => ({
        name: `a segment without ${field}`,
        line: toPageData('/a', [toSegment('frame'), { ...toSegment('a'), [field]: undefined }]),
      })),
      {
        name: 'deferred data that have no names',
        line: toPageData('/a', [{ ...toSegment('a'), deferred: 5 as never }]),
      },
      { name: 'no address', line: { ...toPageData('/a', [toSegment('a')]), url: undefined } },
    ])('is an answer with $name', async ({ line }) => {
      server.answer(answerWith(line));
      expect(await load()).toBeUndefined();
      expect(server.requests).toHaveLength(1);
    });

    it('is an answer of another build', async () => {
      server.answer(toResponse(toLines({ build: 'b2', url: '/a' }), { status: 409 }));
      expect(await load()).toBeUndefined();
    });

    it.each(['', '\n', '{"v":1,', '<!doctype html>'])('is an answer that says %j', async (body) => {
      server.answer(toResponse(body));
      expect(await load()).toBeUndefined();
    });

    it.each([
      ['of another format', '<p>No</p>', 'text/html'],
      ['that leads elsewhere', toLines({ ...toPageData('/a', []), location: '/b' }), undefined],
    ])('is read no further when it is an answer %s', async (_, text, type) => {
      let isCancelled = false;
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(text)),
        cancel: () => void (isCancelled = true),
      });
      server.answer(toResponse(body, type ? { type } : {}));
      await load();
      await turn();
      expect(isCancelled).toBe(true);
    });

    it('is an answer without a body', async () => {
      server.answer(toResponse(null));
      expect(await load()).toBeUndefined();
    });

    it('is a failed connection', async () => {
      server.fail(new TypeError('Failed to fetch'));
      expect(await load()).toBeUndefined();
    });

    it('is a connection that breaks in the first line', async () => {
      const body = createBody();
      server.answer(toResponse(body.stream));
      const loading = load();
      body.send('{"v":1,');
      await turn();
      body.fail(new TypeError('network error'));
      expect(await loading).toBeUndefined();
    });

    it('is requested once', async () => {
      server.answer(toResponse('<!doctype html>', { type: 'text/html' }));
      await load('/a', ['frame']);
      expect(server.requests).toHaveLength(1);
    });

    it('is an answer to a visit that has ended', async () => {
      server.answer(answerWith(toPageData('/a', [toSegment('a')])));
      controller.abort();
      expect(await load()).toBeUndefined();
      expect(cache.find('/a')).toBeUndefined();
    });
  });

  describe('an answer that leaves out a segment held no longer', () => {
    const leavesOut = toPageData('/b', [toHeldSegment('frame'), toSegment('b')]);
    const whole = toPageData('/b', [toSegment('frame'), toSegment('b')]);

    it('is requested again with nothing held', async () => {
      server.answer(answerWith(leavesOut), answerWith(whole));
      expect(await load('/b', ['frame'])).toMatchObject({
        page: { segments: [{ props: { of: 'frame' } }, { props: { of: 'b' } }] },
      });
      expect(server.requests.map(({ init }) => init.headers)).toEqual([
        { 'Router-State': 'b1 frame' },
        { 'Router-State': 'b1' },
      ]);
    });

    it('is requested again at the same address, and ends with the visit then too', async () => {
      server.answer(answerWith(leavesOut), answerWith(whole));
      await load('/b', ['frame']);
      expect(server.requests[1]).toMatchObject({
        address: '/base/b',
        init: { cache: 'no-store', mode: 'same-origin', signal: controller.signal },
      });
    });

    it('is requested again only once', async () => {
      server.answer(answerWith(leavesOut), answerWith(leavesOut), answerWith(whole));
      expect(await load('/b', ['frame'])).toBeUndefined();
      expect(server.requests).toHaveLength(2);
    });

    it('is not requested again when nothing was held', async () => {
      server.answer(answerWith(leavesOut), answerWith(whole));
      expect(await load('/b')).toBeUndefined();
      expect(server.requests).toHaveLength(1);
    });
  });

  describe('deferred data', () => {
    const data: PageData = toPageData('/a', [
      toSegment('frame', { deferred: ['menu'] }),
      toSegment('a', { deferred: ['late', 'later'] }),
    ]);
    const LATE = { segment: 1, name: 'late', data: 'é€😀' };
    let body: Body;
    let props: Record<string, Promise<unknown>>;

    beforeEach(async () => {
      body = createBody();
      server.answer(toResponse(body.stream));
      const loading = load();
      body.send(toLines(data));
      const { page } = (await loading) as { page: ShownPage };
      props = Object.assign({}, ...page.segments.map((segment) => segment.props));
    });

    async function findState(name: string): Promise<unknown> {
      let state: unknown = 'open';
      props[name]?.then(
        (value) => (state = value),
        (error: Error) => (state = error.message),
      );
      await turn();
      await turn();
      return state;
    }

    it('arrive each with its line', async () => {
      body.send(toLines(LATE));
      expect(await findState('late')).toBe('é€😀');
      expect(await findState('later')).toBe('open');
    });

    it('arrive in any order', async () => {
      body.send(
        toLines({ segment: 1, name: 'later', data: 2 }, { segment: 0, name: 'menu', data: 3 }),
      );
      expect([await findState('later'), await findState('menu')]).toEqual([2, 3]);
    });

    it('arrive wherever their lines are cut, within characters too', async () => {
      const bytes = new TextEncoder().encode(toLines(LATE, { segment: 0, name: 'menu', data: 1 }));
      for (const byte of bytes) body.send(Uint8Array.of(byte));
      body.end();
      expect(await props['late']).toBe('é€😀');
      expect(await props['menu']).toBe(1);
    });

    it('arrive with a last line that has no line end', async () => {
      body.send(JSON.stringify(LATE));
      body.end();
      expect(await props['late']).toBe('é€😀');
    });

    it('arrive in spite of invalid lines', async () => {
      body.send('no JSON\n5\n{}\nnull\n');
      body.send(toLines({ segment: 1, name: 'late' }, { segment: 1, name: 'late', outcome: 404 }));
      body.send(toLines({ segment: 7, name: 'late', data: 1 }, { segment: 1, name: 'x', data: 1 }));
      body.send(toLines(LATE));
      expect(await findState('late')).toBe('é€😀');
    });

    it('end in an outcome where the server says so', async () => {
      const outcome = { status: 404, view: 'gone.page', data: {} };
      body.send(toLines({ segment: 1, name: 'late', outcome }));
      await expect(props['late']).rejects.toMatchObject({ outcome });
    });

    it('count among the bytes that are held', async () => {
      const before = cache.segments.bytes();
      body.send(toLines(LATE));
      await props['late'];
      expect(cache.segments.bytes()).toBe(before + JSON.stringify(LATE).length);
    });

    it('are cut off when the answer ends before they arrive', async () => {
      body.send(toLines(LATE));
      body.end();
      expect(await findState('late')).toBe('é€😀');
      expect(await findState('later')).toContain('ended early');
    });

    it('are cut off when the answer ends within their line', async () => {
      body.send(JSON.stringify(LATE).slice(0, -2));
      body.end();
      expect(await findState('late')).toContain('ended early');
    });

    it('are cut off when the connection breaks', async () => {
      body.fail(new TypeError('network error'));
      expect(await findState('late')).toContain('ended early');
    });

    it('stay open when the page is left', async () => {
      controller.abort();
      body.fail(controller.signal.reason);
      expect(await findState('late')).toBe('open');
    });
  });

  describe('a prefetch', () => {
    const A = toPageData('/a', [toSegment('frame'), toSegment('a')]);
    const SHAPE = toPageData('/a', [toSegment('frame'), toHeldSegment('a')]);

    const prefetch = (name: string, held: readonly string[] = []): ReturnType<LoadPage> =>
      loadPage('/a', held, { signal: controller.signal, prefetch: name });

    it.each([
      ['shape of /*', 'route'],
      ['/a', 'page'],
    ])('requests %j as %s, with low priority', async (name, what) => {
      server.answer(answerWith(A));
      await prefetch(name, ['frame']);
      expect(server.requests).toMatchObject([
        {
          address: '/base/a',
          init: {
            headers: { 'Router-State': 'b1 frame', 'Router-Prefetch': what },
            priority: 'low',
            cache: 'no-store',
            mode: 'same-origin',
            signal: controller.signal,
          },
        },
      ]);
    });

    it('keeps a shape by its name, and no page', async () => {
      server.answer(answerWith(SHAPE));
      expect(await prefetch('shape')).toMatchObject({ page: { segments: [{ key: 'frame' }] } });
      expect(cache.find('shape')?.page.segments).toMatchObject([{ key: 'frame' }]);
      expect(cache.find('/a')).toBeUndefined();
    });

    it('keeps a page in the cache', async () => {
      server.answer(answerWith(A));
      await prefetch('/a');
      expect(cache.find('/a')).toMatchObject({ isStale: false, isWhole: true });
    });

    it('completes a shape with the layouts that are held', async () => {
      server.answer(answerWith(A));
      await prefetch('/a');
      server.answer(answerWith(toPageData('/b', [toHeldSegment('frame'), toHeldSegment('other')])));
      await prefetch('shape', ['frame']);
      expect(cache.find('shape')?.page.segments).toMatchObject([{ key: 'frame' }]);
    });

    it('leaves deferred data open that do not arrive', async () => {
      server.answer(answerWith(toPageData('/a', [toSegment('a', { deferred: ['late'] })])));
      const { page } = (await prefetch('/a')) as { page: ShownPage };
      let isOpen = true;
      const late = page.segments[0]?.props['late'] as Promise<unknown>;
      late.then(
        () => (isOpen = false),
        () => (isOpen = false),
      );
      await turn();
      expect(isOpen).toBe(true);
      expect(cache.find('/a')).toMatchObject({ isWhole: false });
    });

    it('is over with the end of the answer, not with its first line', async () => {
      const body = createBody();
      server.answer(toResponse(body.stream));
      let isOver = false;
      void prefetch('/a').then(() => (isOver = true));
      body.send(toLines(A));
      await turn();
      await turn();
      expect(isOver).toBe(false);
      body.end();
      await turn();
      expect(isOver).toBe(true);
    });
  });

  describe('a refusal', () => {
    it.each([401, 409])('is an answer of status %d, and is reported', async (status) => {
      server.answer(toResponse(toLines({ build: 'b2', url: '/a' }), { status }));
      await load();
      expect(refusals).toBe(1);
    });

    it.each([200, 403, 404, 500, 503])('is no answer of status %d', async (status) => {
      server.answer(toResponse(toLines(toPageData('/a', [toSegment('a')])), { status }));
      await load();
      expect(refusals).toBe(0);
    });
  });
});
