import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteTable } from '#page-protocol';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { turn } from '../testing/turn.ts';
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

  let scheduler: FakeScheduler;
  let code: CodeLoader<object>;
  let errors: unknown[];
  let asked: string[];
  let chunks: Map<string, Chunk>;
  let part: Promise<object>;
  let rest: () => Promise<unknown>;
  let registry: ViewRegistry<string>;

  beforeEach(() => {
    part = Promise.resolve(PART);
    rest = () => Promise.resolve();
    scheduler = new FakeScheduler();
    errors = [];
    asked = [];
    chunks = new Map();
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

  describe('loading', () => {
    it('succeeds at once when all views are loaded', async () => {
      expect(await code.load([{ view: 'there' }])).toBe(PART);
      expect(scheduler.waiting).toBe(0);
    });

    it('waits for the part that every visit needs, even when no view is missing', async () => {
      let release: () => void = () => {};
      part = new Promise((resolve) => (release = () => resolve(PART)));
      let loaded: object | false | undefined;
      void code.load([]).then((arrived) => (loaded = arrived));
      await turn();
      expect(loaded).toBeUndefined();
      release();
      await turn();
      expect(loaded).toBe(PART);
    });

    it('fails when the part that every visit needs does not arrive, and reports why', async () => {
      const error = new TypeError('Failed to fetch dynamically imported module');
      part = Promise.reject(error);
      expect(await code.load([{ view: 'there' }])).toBe(false);
      expect(errors).toEqual([error]);
    });

    it('requests all missing views side by side', () => {
      void code.load([{ view: 'frame' }, { view: 'there' }, { view: 'list' }]);
      expect(asked).toEqual(['frame', 'list']);
    });

    it('succeeds once all views have arrived', async () => {
      let loaded: object | false | undefined;
      void code.load([{ view: 'frame' }, { view: 'list' }]).then((arrived) => (loaded = arrived));
      arrive('frame');
      await turn();
      expect(loaded).toBeUndefined();
      arrive('list');
      await turn();
      expect(loaded).toBe(PART);
    });

    it('waits for views for 3800 ms, and not longer', async () => {
      let loaded: object | false | undefined;
      void code.load([{ view: 'frame' }]).then((arrived) => (loaded = arrived));
      scheduler.pass(3799);
      await turn();
      expect(loaded).toBeUndefined();
      scheduler.pass(1);
      await turn();
      expect(loaded).toBe(false);
    });

    it('succeeds with a view that arrives after 3799 ms', async () => {
      const loaded = code.load([{ view: 'frame' }]);
      scheduler.pass(3799);
      arrive('frame');
      expect(await loaded).toBe(PART);
    });

    it('stops its timer when all views have arrived', async () => {
      const loaded = code.load([{ view: 'frame' }]);
      arrive('frame');
      await loaded;
      await turn();
      expect(scheduler.waiting).toBe(0);
    });

    it('fails at once when one view does not arrive, without waiting for the others', async () => {
      const loaded = code.load([{ view: 'frame' }, { view: 'list' }]);
      chunks.get('frame')?.reject(new Error('gone'));
      expect(await loaded).toBe(false);
    });

    it('reports one error, however many views fail', async () => {
      const loaded = code.load([{ view: 'frame' }, { view: 'list' }]);
      chunks.get('frame')?.reject('frame is gone');
      chunks.get('list')?.reject('list is gone');
      await loaded;
      await turn();
      expect(errors).toEqual(['frame is gone']);
    });

    it('reports a failed view for each page that needs it, and requests it once', async () => {
      const loaded = code.load([{ view: 'frame' }]);
      chunks.get('frame')?.reject('gone');
      expect([await loaded, await code.load([{ view: 'frame' }])]).toEqual([false, false]);
      expect(errors).toEqual(['gone', 'gone']);
      expect(asked).toEqual(['frame']);
    });

    it('asks for the rest of the code for every page, and fails while it does not arrive', async () => {
      rest = () => Promise.reject(new Error('gone'));
      expect(await code.load([])).toBe(PART);
      expect(await code.load([{ view: 'there' }])).toBe(false);
      rest = () => Promise.resolve();
      expect(await code.load([{ view: 'there' }])).toBe(PART);
    });

    it('fails for a view that this build does not have', async () => {
      expect(await code.load([{ view: 'unknown' }])).toBe(false);
      expect(errors).toHaveLength(1);
    });

    it('has a view later that came too late', async () => {
      const loaded = code.load([{ view: 'frame' }]);
      scheduler.pass(3800);
      await loaded;
      arrive('frame');
      await turn();
      expect(await code.load([{ view: 'frame' }])).toBe(PART);
      expect(asked).toEqual(['frame']);
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

    it('requests nothing before the route table is known', () => {
      code.prepare('/items/5');
      expect(asked).toEqual([]);
    });

    it.each([
      { url: '/items/5', views: ['frame', 'item', 'item loading'] },
      { url: '/items/new', views: ['frame', 'list'] },
      { url: '/items/5?before=1', views: ['frame', 'item', 'item loading'] },
      { url: '/ITEMS/5', views: ['frame', 'item', 'item loading'] },
      { url: '/other', views: ['list'] },
      { url: '/health', views: [] },
      { url: '/?next=/items/5', views: ['list'] },
    ])(
      'requests the views of the first route that matches $url: $views',
      async ({ url, views }) => {
        await learn(Response.json(table));
        code.prepare(url);
        expect(asked).toEqual(views);
      },
    );

    it('requests nothing where no route matches', async () => {
      await learn(Response.json({ ...table, routes: [['^/items$', [], 1]] }));
      code.prepare('/other');
      expect(asked).toEqual([]);
    });

    it('requests each view once, even when its page is then shown', async () => {
      await learn(Response.json(table));
      code.prepare('/items/5');
      void code.load([{ view: 'frame' }, { view: 'item' }]);
      expect(asked).toEqual(['frame', 'item', 'item loading']);
    });

    it('leaves it to the later load of the page to report a failed view', async () => {
      await learn(Response.json(table));
      code.prepare('/other');
      chunks.get('list')?.reject(new Error('gone'));
      await turn();
      expect(errors).toEqual([]);
    });

    it('ignores a view that this build does not have', async () => {
      await learn(Response.json({ ...table, views: [], routes: [['^/.*$', [], 3]] }));
      code.prepare('/other');
      await turn();
      expect(errors).toEqual([]);
    });

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
      ['/items/5', '/items/6'],
      ['/items/5?a=1', '/items/5?a=2'],
      ['/shops/web/1', '/shops/web/2'],
      ['/search?q=1', '/search?q=1'],
      ['/found?q=1', '/found?page=2&q=1'],
      ['/found', '/found?page=2'],
    ])('gives %s and %s the same shape', async (one, other) => {
      await learn(Response.json(table));
      expect(code.prepare(one).shape).toBe(code.prepare(other).shape);
      expect(code.prepare(one).shape).toMatch(/^[^/]/);
    });

    it.each([
      ['/items/new', '/items/5'],
      ['/shops/web/1', '/shops/api/1'],
      ['/of/shops/web/1', '/shops/web/1'],
      ['/search?q=1', '/search?q=2'],
      ['/search?q=1', '/search'],
      ['/found?q=1', '/found?q=2'],
      ['/found?q=1', '/found'],
      ['/files/a', '/files/b'],
      ['/files/a', '/files/a?b'],
    ])('gives %s and %s different shapes', async (one, other) => {
      await learn(Response.json(table));
      expect(code.prepare(one).shape).not.toBe(code.prepare(other).shape);
    });

    it('lists the values of each layout', async () => {
      await learn(Response.json(table));
      expect(code.prepare('/found?q=1').layouts).toEqual(['', '1 ']);
      expect(code.prepare('/shops/web/1').layouts).toEqual([' web']);
    });

    it('gives no shape to an address without a page', async () => {
      await learn(Response.json(table));
      expect(code.prepare('/health').shape).toBe('');
    });

    it('gives each address a shape of its own before the route table is known', () => {
      expect(code.prepare('/a').shape).toBe(' /a');
      expect(code.prepare('/a?b').shape).toBe(' /a?b');
    });
  });
});
