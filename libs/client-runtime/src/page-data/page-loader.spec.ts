import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Flash } from '#page-protocol';
import { createExpiry } from '../cache/expiry.ts';
import { createPageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { toHeldSegment, toLines, toPageData, toResponse, toSegment } from '../testing/answers.ts';
import { createBody } from '../testing/body.ts';
import type { Body } from '../testing/body.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { FakeFetch } from '../testing/fake-fetch.ts';
import { IdleQueue } from '../testing/idle-queue.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createPageLoader } from './page-loader.ts';
import type { LoadPage } from './page-loader.ts';
import { createPageReader } from './page-reader.ts';

const A = toPageData('/a', [toSegment('a')]);
const B = toPageData('/b', [toSegment('b')]);

describe('loadPage', () => {
  const server = fresh(() => new FakeFetch());
  const clock = fresh(() => new FakeClock());
  const controller = fresh(() => new AbortController());
  const cache = fresh(() => createPageCache(clock, new IdleQueue().runWhenIdle));
  const expiry = fresh(() => createExpiry(cache));
  let loadPage: LoadPage;
  let refusals: string[];
  let outdated: unknown[];
  let flashes: (Flash | undefined)[];

  beforeEach(() => {
    refusals = [];
    outdated = [];
    flashes = [];
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
      prefetch: { stop: () => void refusals.push('stop') },
      renew: ({ status }) => void outdated.push(status),
      onReload: () => void refusals.push('reload'),
    });
  });

  const load = (
    url = '/a',
    held: readonly string[] = [],
    options: Partial<Parameters<LoadPage>[2]> = {},
  ): ReturnType<LoadPage> => loadPage(url, held, { signal: controller.signal, ...options });

  const answer = (...lines: readonly unknown[]): unknown =>
    server.answer(toResponse(toLines(...lines)));

  describe('the request', () => {
    beforeEach(() => void answer(A));

    it('goes past caches to the address under the base path, until its visit ends', async () => {
      await load('/a?x=1');
      const { signal } = controller;
      expect(server.requests).toMatchObject([
        { address: '/base/a?x=1', init: { cache: 'no-store', mode: 'same-origin', signal } },
      ]);
    });

    it.each([
      ['the build and the held segments', ['frame', 'menu'], 'b1 frame menu', {}],
      ['the build where nothing is held', [], 'b1', {}],
      ['that nobody waits for its page', [], 'b1', { 'Router-Refresh': '1' }],
    ])('names %s', async (_what, held, state, rest) => {
      await load('/a', held, { isBackground: 'Router-Refresh' in rest });
      expect(server.requests[0]?.init.headers).toEqual({ 'Router-State': state, ...rest });
    });

    it('leaves out the innermost held keys that do not fit into 8 KiB', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(250, 'k'));
      await load('/a', keys);
      const header = new Headers(server.requests[0]?.init.headers).get('Router-State') ?? '';
      expect(header.length).toBeLessThanOrEqual(8192);
      expect(header.split(' ').slice(1)).toEqual(keys.slice(0, 32));
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

    it('is kept in the cache, at the address where the server ended', async () => {
      answer(toPageData('/b?y=2', [toSegment('b')]));
      const loaded = await load('/a');
      expect(loaded).toMatchObject({ page: { url: '/b?y=2' } });
      expect({ page: cache.find('/b?y=2')?.page, isStale: false }).toEqual(loaded);
    });

    it.each([
      ['expired', ['issues'], true],
      ['expired', ['users'], false],
      ['was invalidated', ['issues'], true],
    ])('is stale when one of its tags %s since the request: %j', async (how, tags, isStale) => {
      answer(toPageData('/a', [toSegment('a', { tags: ['issues'] })]));
      const loading = load();
      if (how === 'expired') expiry.expire(tags);
      else cache.invalidate(tags);
      expect(await loading).toMatchObject({ isStale });
      expect(cache.find('/a')?.isStale).toBe(isStale);
      expect(cache.listHeld('/a', [])).toEqual(isStale ? [] : ['a']);
    });

    it('counts as expired once it was invalidated and has not loaded again', async () => {
      answer(A);
      await load();
      const { page } = cache.find('/a')!;
      expect(expiry.isExpired(page)).toBe(false);
      cache.invalidate();
      expect(expiry.isExpired(page)).toBe(true);
    });

    it('is dropped when it failed and nobody waits for it, as the shown page is better', async () => {
      answer({ ...A, status: 500 });
      expect(await load('/a', [], { isBackground: true })).toBeUndefined();
      expect(cache.segments.find('a')).toBeUndefined();
    });

    it.each([
      ['at the address that led to it', () => {}, true, false],
      ['no more when it is old, as it may lead elsewhere', () => clock.pass(60_000), false, true],
      ['no more once anything is invalidated', () => cache.invalidate(['x']), false, false],
    ])('is found as a prefetched redirect %s', async (_what, happen, isFound, isStale) => {
      answer(B);
      await load('/a', [], { prefetch: '/a' });
      happen();
      expect(cache.find('/a')?.page.url).toBe(isFound ? '/b' : undefined);
      expect(cache.find('/b')).toMatchObject({ isStale });
    });

    it('is not found as the redirect of a visit at its address', async () => {
      answer(B);
      await load('/a');
      expect(cache.find('/a')).toBeUndefined();
    });

    it.each(['http://example.com/', '/b#part'])(
      'leads elsewhere when it names the location %s',
      async (location) => {
        answer(toPageData('/a', [], { location }));
        expect(await load()).toEqual({ location });
      },
    );

    it.each([{}, { location: '/b#part' }])('passes on its message when it has %j', async (rest) => {
      const flash = { text: 'Done.' };
      answer({ ...A, ...rest, flash });
      await load();
      expect(flashes).toEqual([flash]);
    });

    it('is a page as soon as its first line has arrived, though its type has parameters', async () => {
      const body = createBody();
      server.answer(toResponse(body.stream, { type: 'application/x-ndjson; charset=utf-8' }));
      const loading = load();
      body.send(toLines(toPageData('/a', [toSegment('a', { deferred: ['late'] })])));
      expect(await loading).toHaveProperty('page');
    });
  });

  describe('an unusable answer', () => {
    it.each(['text/html', 'application/json', 'text/plain', '', undefined])(
      'is an answer of the type %j, which is requested once',
      async (type) => {
        const typed = toResponse(toLines(A), { type: type ?? '' });
        if (type === undefined) typed.headers.delete('Content-Type');
        server.answer(typed);
        expect(await load('/a', ['frame'])).toBeUndefined();
        expect(server.requests).toHaveLength(1);
      },
    );

    it.each([
      { name: 'another version', line: { ...A, v: 2 } },
      { name: 'no version', line: { ...A, v: undefined } },
      { name: 'no page', line: { error: 'Bad Gateway' } },
      { name: 'no object', line: 5 },
      { name: 'null', line: null },
      { name: 'a list', line: [A] },
      { name: 'segments that are none', line: { ...A, segments: 'a' } },
      { name: 'no segments', line: { ...A, segments: null } },
      { name: 'a segment that is none', line: { ...A, segments: [null] } },
      {
        name: 'deferred data that have no names',
        line: { ...A, segments: [{ ...toSegment('a'), deferred: 5 }] },
      },
      { name: 'no address', line: { ...A, url: undefined } },
    ])('is an answer with $name', async ({ line }) => {
      answer(line);
      expect(await load()).toBeUndefined();
      expect(server.requests).toHaveLength(1);
    });

    it.each([
      ['', 200],
      ['\n', 200],
      ['{"v":1,', 200],
      ['<!doctype html>', 200],
      [null, 200],
      [toLines({ build: 'b2', url: '/a' }), 409],
    ])('is an answer that says %j with status %i', async (body, status) => {
      server.answer(toResponse(body, { status }));
      expect(await load()).toBeUndefined();
    });

    it.each([
      ['of another format', '<p>No</p>', 'text/html'],
      ['that leads elsewhere', toLines({ ...A, location: '/b' }), undefined],
    ])('is read no further when it is an answer %s', async (_, text, type) => {
      const body = createBody();
      body.send(text);
      server.answer(toResponse(body.stream, type ? { type } : {}));
      await load();
      await turn();
      expect(body.isDropped()).toBe(true);
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

    it('is an answer to a visit that has ended', async () => {
      answer(A);
      controller.abort();
      expect(await load()).toBeUndefined();
      expect(cache.find('/a')).toBeUndefined();
    });
  });

  describe('an answer that leaves out a segment held no longer', () => {
    const leavesOut = toPageData('/b', [toHeldSegment('frame'), toSegment('b')]);
    const whole = toPageData('/b', [toSegment('frame'), toSegment('b')]);

    it('is requested again with nothing held, at the same address, for the same visit', async () => {
      answer(leavesOut);
      answer(whole);
      expect(await load('/b', ['frame'])).toMatchObject({
        page: { segments: [{ props: { of: 'frame' } }, { props: { of: 'b' } }] },
      });
      expect(server.requests.map(({ init }) => init.headers)).toEqual([
        { 'Router-State': 'b1 frame' },
        { 'Router-State': 'b1' },
      ]);
      expect(server.requests[1]).toMatchObject({
        address: '/base/b',
        init: { cache: 'no-store', mode: 'same-origin', signal: controller.signal },
      });
    });

    it.each([
      ['only once', ['frame'], 2],
      ['never when nothing was held', [], 1],
    ])('is requested again %s', async (_what, held, requests) => {
      for (const line of [leavesOut, leavesOut, whole]) answer(line);
      expect(await load('/b', held)).toBeUndefined();
      expect(server.requests).toHaveLength(requests);
    });
  });

  describe('deferred data', () => {
    const LATE = { segment: 1, name: 'late', data: 'é€😀' };
    let body: Body;
    let props: Record<string, Promise<unknown>>;

    beforeEach(async () => {
      body = createBody();
      server.answer(toResponse(body.stream));
      const loading = load();
      const segments = [
        toSegment('frame', { deferred: ['menu'] }),
        toSegment('a', { deferred: ['late', 'later'] }),
      ];
      body.send(toLines(toPageData('/a', segments)));
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

    it('arrive each with its line, and count among the bytes that are held', async () => {
      const before = cache.segments.bytes();
      body.send(toLines(LATE));
      expect(await findState('late')).toBe('é€😀');
      expect(await findState('later')).toBe('open');
      expect(cache.segments.bytes()).toBe(before + JSON.stringify(LATE).length);
    });

    it.each([
      ['the answer ends before they arrive', '', () => body.end()],
      [
        'the answer ends within their line',
        '{"segment":1,"name":"later","data":1',
        () => body.end(),
      ],
      ['the connection breaks', '', () => body.fail(new TypeError('network error'))],
    ])('are cut off when %s, and stay when they have arrived', async (_what, rest, end) => {
      body.send(toLines(LATE) + rest);
      await turn();
      end();
      expect(await findState('late')).toBe('é€😀');
      expect(await findState('later')).toContain('ended early');
    });

    it('stay open when the page is left', async () => {
      controller.abort();
      body.fail(controller.signal.reason);
      expect(await findState('late')).toBe('open');
    });
  });

  describe('a prefetch', () => {
    const SHAPE = toPageData('/a', [toSegment('frame'), toHeldSegment('a')]);

    const prefetch = (name: string, held: readonly string[] = []): ReturnType<LoadPage> =>
      load('/a', held, { prefetch: name });

    it.each([
      ['shape of /*', 'route'],
      ['/a', 'page'],
    ])('requests %j as %s, with low priority, and keeps it', async (name, what) => {
      answer(A);
      await prefetch(name, ['frame']);
      const { signal } = controller;
      const headers = { 'Router-State': 'b1 frame', 'Router-Prefetch': what };
      const init = { headers, priority: 'low', cache: 'no-store', mode: 'same-origin', signal };
      expect(server.requests).toMatchObject([{ address: '/base/a', init }]);
      expect(cache.find(name)).toMatchObject({ isStale: false, isWhole: true });
    });

    it('keeps a shape by its name, and no page', async () => {
      answer(SHAPE);
      expect(await prefetch('shape')).toMatchObject({ page: { segments: [{ key: 'frame' }] } });
      expect(cache.find('shape')?.page.segments).toMatchObject([{ key: 'frame' }]);
      expect(cache.find('/a')).toBeUndefined();
    });

    it('completes a shape with the layouts that are held', async () => {
      answer(toPageData('/a', [toSegment('frame'), toSegment('a')]));
      await prefetch('/a');
      answer(toPageData('/b', [toHeldSegment('frame'), toHeldSegment('other')]));
      await prefetch('shape', ['frame']);
      expect(cache.find('shape')?.page.segments).toMatchObject([{ key: 'frame' }]);
    });

    it('leaves deferred data open that do not arrive', async () => {
      answer(toPageData('/a', [toSegment('a', { deferred: ['late'] })]));
      const { page } = (await prefetch('/a')) as { page: ShownPage };
      let isOpen = true;
      const late = page.segments[0]?.props['late'] as Promise<unknown>;
      const settle = (): unknown => (isOpen = false);
      late.then(settle, settle);
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
      expect(refusals).toEqual(['stop', 'reload']);
    });

    it.each([true, false])('is reported as a refusal, isBackground %j', async (isBackground) => {
      server.answer(toResponse(toLines({ build: 'b2', url: '/a' }), { status: 409 }));
      await load('/a', [], { isBackground });
      expect(outdated).toEqual(isBackground ? [409] : []);
    });

    it.each([200, 403, 404, 500, 503])('is no answer of status %d', async (status) => {
      server.answer(toResponse(toLines(A), { status }));
      await load();
      expect(refusals).toEqual([]);
    });
  });
});
