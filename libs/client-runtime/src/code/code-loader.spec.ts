import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteTable } from '#page-protocol';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createCodeLoader } from './code-loader.ts';
import type { CodeLoader } from './code-loader.ts';
import { createLate } from '../load-late.ts';
import { readForecast } from './forecast.ts';
import { createViewRegistry } from './view-registry.ts';
import type { ViewRegistry } from './view-registry.ts';

interface Chunk {
  readonly resolve: (view: string) => void;
  readonly reject: (error: unknown) => void;
}

describe('CodeLoader', () => {
  const PART = {};

  const scheduler = fresh(() => new FakeScheduler());
  const chunks = fresh(() => new Map<string, Chunk>());
  let code: CodeLoader<object>;
  let errors: unknown[];
  let asked: string[];
  let part: Promise<object>;
  let rest: () => Promise<unknown>;
  let registry: ViewRegistry<string>;

  beforeEach(() => {
    part = Promise.resolve(PART);
    rest = () => Promise.resolve();
    errors = [];
    asked = [];
    const loadChunk = (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        asked.push(name);
        chunks.set(name, { resolve, reject });
      });
    const names = ['frame', 'list', 'item', 'item loading'];
    const loaders = new Map(names.map((name) => [name, loadChunk(name)]));
    registry = createViewRegistry(
      async (name) => loaders.get(name)?.(),
      new Map([['there', 'There']]),
    );
    code = createCodeLoader({
      views: registry,
      scheduler,
      late: createLate(() => part),
      loadRest: () => rest(),
      onError: (error) => errors.push(error),
    });
  });

  const arrive = (name: string): void => chunks.get(name)?.resolve(name);

  const load = (...views: readonly string[]): Promise<object | false> =>
    code.load(views.map((view) => ({ view })));

  function begin(...views: readonly string[]): () => object | false | undefined {
    let loaded: object | false | undefined;
    void load(...views).then((arrived) => (loaded = arrived));
    return () => loaded;
  }

  describe('loading', () => {
    it('succeeds at once when all views are loaded', async () => {
      expect(await load('there')).toBe(PART);
      expect(scheduler.waiting).toBe(0);
    });

    it('waits for the part that every visit needs, even when no view is missing', async () => {
      let release: () => void = () => {};
      part = new Promise((resolve) => (release = () => resolve(PART)));
      const loaded = begin();
      await turn();
      expect(loaded()).toBeUndefined();
      release();
      await turn();
      expect(loaded()).toBe(PART);
    });

    it('fails when the part that every visit needs does not arrive, and reports why', async () => {
      const error = new TypeError('Failed to fetch dynamically imported module');
      part = Promise.reject(error);
      expect(await load('there')).toBe(false);
      expect(errors).toEqual([error]);
    });

    it('requests all missing views side by side, and succeeds once all have arrived', async () => {
      const loaded = begin('frame', 'there', 'list');
      expect(asked).toEqual(['frame', 'list']);
      arrive('frame');
      await turn();
      expect(loaded()).toBeUndefined();
      arrive('list');
      await turn();
      expect(loaded()).toBe(PART);
      expect(scheduler.waiting).toBe(0);
    });

    it.each([
      [3799, PART],
      [3800, false],
    ])(
      'waits for views for 3800 ms, and has those later that come too late: %i',
      async (ms, is) => {
        const loaded = begin('frame');
        scheduler.pass(3799);
        await turn();
        expect(loaded()).toBeUndefined();
        scheduler.pass(ms - 3799);
        await turn();
        arrive('frame');
        await turn();
        expect(loaded()).toBe(is);
        expect(await load('frame')).toBe(PART);
        expect(asked).toEqual(['frame']);
      },
    );

    it('fails at once when one view does not arrive, and reports one error for all', async () => {
      const loaded = load('frame', 'list');
      chunks.get('frame')?.reject('frame is gone');
      expect(await loaded).toBe(false);
      chunks.get('list')?.reject('list is gone');
      await turn();
      expect(errors).toEqual(['frame is gone']);
    });

    it('reports a failed view for each page that needs it, and requests it once', async () => {
      const loaded = load('frame');
      chunks.get('frame')?.reject('gone');
      expect([await loaded, await load('frame')]).toEqual([false, false]);
      expect(errors).toEqual(['gone', 'gone']);
      expect(asked).toEqual(['frame']);
    });

    it('asks for the rest of the code for every page, and fails while it does not arrive', async () => {
      rest = () => Promise.reject(new Error('gone'));
      expect(await load()).toBe(PART);
      expect(await load('there')).toBe(false);
      rest = () => Promise.resolve();
      expect(await load('there')).toBe(PART);
    });

    it('fails for a view that this build does not have', async () => {
      expect(await load('unknown')).toBe(false);
      expect(errors).toHaveLength(1);
    });
  });

  describe('anticipating', () => {
    const table: RouteTable = {
      views: ['frame', 'list', 'item', 'unknown', 'item loading'],
      routes: [
        ['^/items/new$', [], 0, 1],
        ['^/items/[^/]+$', [], 0, 2, 4],
        ['^/(of/)?(shops)/([^/]+)/([^/]+)$', [[1, 3]], 0],
        ['^/search$', [['']], 0],
        ['^/found$', [[], ['q', ' ']], 0, 1],
        ['^/files/(.*)$', [[0, '']], 0],
        ['^/health$', []],
        ['^/.*$', [], 1],
      ],
    };

    const learn = (response: Response): Promise<void> =>
      code.start(() => readForecast(response, registry));

    it('requests nothing before the route table is known, and gives each address its own shape', () => {
      expect(code.prepare('/items/5').shape).toBe(' /items/5');
      expect(code.prepare('/a?b').shape).toBe(' /a?b');
      expect(asked).toEqual([]);
    });

    it.each([
      { url: '/items/5', views: ['frame', 'item', 'item loading'] },
      { url: '/items/new', views: ['frame', 'list'] },
      { url: '/items/5?before=1', views: ['frame', 'item', 'item loading'] },
      { url: '/ITEMS/5', views: ['frame', 'item', 'item loading'] },
      { url: '/other', views: ['list'] },
      { url: '/health', views: [] },
      { url: 'no/route', views: [] },
      { url: '/?next=/items/5', views: ['list'] },
    ])(
      'requests the views of the first route that matches $url: $views',
      async ({ url, views }) => {
        await learn(Response.json(table));
        code.prepare(url);
        expect(asked).toEqual(views);
      },
    );

    it('requests each view once, even when its page is then shown', async () => {
      await learn(Response.json(table));
      code.prepare('/items/5');
      void code.load([{ view: 'frame' }, { view: 'item' }]);
      expect(asked).toEqual(['frame', 'item', 'item loading']);
    });

    it.each(['/other', '/unknown'])(
      'leaves it to the later load of the page to report a failed or unknown view: %s',
      async (url) => {
        await learn(Response.json({ ...table, routes: [['^/unknown$', [], 3], ...table.routes] }));
        code.prepare(url);
        chunks.get('list')?.reject(new Error('gone'));
        await turn();
        expect(errors).toEqual([]);
      },
    );

    it.each([
      { name: 'no connection', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
      { name: 'a page', answer: async () => new Response('<!doctype html>') },
      { name: 'nothing', answer: async () => new Response(null) },
      {
        name: 'a refusal',
        answer: async () => Response.json({ statusCode: 404 }, { status: 404 }),
      },
    ])('requests nothing when the route table does not arrive: $name', async ({ answer }) => {
      await code.start(async () => readForecast(await answer(), registry));
      code.prepare('/items/5');
      expect(asked).toEqual([]);
    });

    it.each([
      ['/items/5', 'has the shape of', '/items/6'],
      ['/items/5?a=1', 'has the shape of', '/items/5?a=2'],
      ['/shops/web/1', 'has the shape of', '/shops/web/2'],
      ['/search?q=1', 'has the shape of', '/search?q=1'],
      ['/found?q=1', 'has the shape of', '/found?page=2&q=1'],
      ['/found', 'has the shape of', '/found?page=2'],
      ['/items/new', 'has another shape than', '/items/5'],
      ['/shops/web/1', 'has another shape than', '/shops/api/1'],
      ['/of/shops/web/1', 'has another shape than', '/shops/web/1'],
      ['/search?q=1', 'has another shape than', '/search?q=2'],
      ['/search?q=1', 'has another shape than', '/search'],
      ['/found?q=1', 'has another shape than', '/found?q=2'],
      ['/found?q=1', 'has another shape than', '/found'],
      ['/files/a', 'has another shape than', '/files/b'],
      ['/files/a', 'has another shape than', '/files/a?b'],
    ])('%s %s %s', async (one, verdict, other) => {
      await learn(Response.json(table));
      const { shape } = code.prepare(one);
      expect(shape === code.prepare(other).shape).toBe(verdict === 'has the shape of');
      expect(shape).toMatch(/^[^/]/);
    });

    it('lists the values of each layout, and gives no shape to an address without a page', async () => {
      await learn(Response.json(table));
      expect(code.prepare('/found?q=1').layouts).toEqual(['', '1 ']);
      expect(code.prepare('/shops/web/1').layouts).toEqual([' web']);
      expect(code.prepare('/health').shape).toBe('');
    });
  });
});
