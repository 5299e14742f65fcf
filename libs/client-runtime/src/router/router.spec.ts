import type { Address } from '#page-protocol';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Actions } from '../actions/actions.ts';
import { createBlocker } from '../blocker/blocker.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createObservable } from '../observable.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import type { PrefetchRequest } from '../prefetch/prefetch-request.ts';
import { createNavigationProgress } from '../navigation/navigation-progress.ts';
import type { NavigationProgress } from '../navigation/navigation-progress.ts';
import { createRouter } from './router.ts';
import type { Router } from './router.ts';

const NO_ACTIONS: Actions = {
  challenge: createObservable(undefined),
  send: async () => undefined,
};

describe('Router', () => {
  const browser = fresh(() => new FakeWindow('http://localhost/base/a?x=1#part'));
  let progress: NavigationProgress;
  let blocker: Blocker;
  let shown: ShownPage & { isShell?: boolean };
  let router: Router;
  let told: unknown[];
  let goes: number;
  let requests: PrefetchRequest[];

  beforeEach(() => {
    requests = [];
    progress = createNavigationProgress(new FakeScheduler());
    blocker = createBlocker(browser.window);
    told = [];
    goes = 0;
    const tell =
      (name: string) =>
      (...values: unknown[]): void =>
        void told.push([name, ...values]);
    shown = { url: '/a', status: 200, segments: [] };
    router = createRouter({
      window: browser.window,
      basePath: '/base',
      progress,
      blocker,
      navigator: {
        go: tell('go'),
        traverse: tell('traverse'),
        follow: tell('follow'),
        invalidate: tell('invalidate'),
      },
      visits: { settle: tell('settle') },
      actions: NO_ACTIONS,
      where: { page: shown },
      prefetch: { request: (request) => void requests.push(request), watch: () => () => {} },
      tabs: { tell: tell('tell'), open: tell('open'), close: tell('close') },
      snapshots: { forget: () => (goes += 1) },
      live: () => Promise.reject(new Error('Nothing is live here.')),
    });
  });

  const toPage = (url: string, rest: object = {}): object => ({
    url,
    hash: '',
    isSame: false,
    ...rest,
  });

  it.each([
    ['?y=2', '/a?y=2'],
    ['/b#there', '/b', '#there'],
  ])('pushes %s within the application', (address, url, hash = '') => {
    router.push(address as Address);
    expect(told).toEqual([['go', toPage(url, { hash }), undefined]]);
  });

  it('passes on the options that it was called with, and replaces the current entry', () => {
    const source = {};
    router.push('/b' as Address, { source });
    router.replace('/b' as Address);
    router.replace('/c' as Address, { scroll: false });
    expect(told).toEqual([
      ['go', toPage('/b'), { source }],
      ['go', toPage('/b'), { isReplace: true }],
      ['go', toPage('/c'), { scroll: false, isReplace: true }],
    ]);
  });

  it('notifies the snapshots before it goes anywhere', () => {
    router.push('/b' as Address);
    router.push('http://example.com/');
    router.follow('/base/b');
    expect(goes).toBe(3);
  });

  it.each([
    ['http://example.com/', 'http://example.com/'],
    ['#other', 'http://localhost/base/a?x=1#other'],
    ['http://localhost/beside', 'http://localhost/beside'],
  ])('leaves %s to the browser', (address, href) => {
    router.push(address as Address);
    expect(browser.departures).toEqual([`assign ${href}`]);
    expect(router.follow(new URL(address, browser.location.href).href)).toBe(false);
    expect(browser.departures).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it.each(['javascript:alert(1)', ' JAVA\nscript:alert(1)', 'data:text/html,x', 'http://['])(
    'refuses %j',
    (address) => {
      for (const go of [router.push, router.replace, router.prefetch]) {
        expect(() => go(address as Address)).toThrow(TypeError);
      }
      expect([...told, ...browser.departures, ...requests]).toEqual([]);
    },
  );

  it('has the browser replace the entry for another origin', () => {
    router.replace('http://example.com/');
    expect(browser.departures).toEqual(['replace http://example.com/']);
  });

  it('follows a link to a page of the application', () => {
    expect(router.follow('http://localhost/base/b')).toBe(true);
    expect(told).toEqual([['go', toPage('/b'), undefined]]);
  });

  it('loads the shown page again, whatever its fragment', () => {
    router.refresh();
    expect(told).toEqual([['go', toPage('/a?x=1', { isSame: true }), { entry: 'none' }]]);
  });

  it('goes back and forward as the browser does', () => {
    browser.history.pushState(null, '', '/base/b');
    router.back();
    expect(browser.location.pathname).toBe('/base/a');
    router.forward();
    expect(browser.location.pathname).toBe('/base/b');
  });

  it.each([[['issues']], [undefined]])('invalidates %j in every tab', (tags) => {
    router.invalidate(tags);
    expect(told).toEqual([
      ['tell', tags],
      ['invalidate', tags],
    ]);
  });

  it.each([
    ['the page that the visitor waits for', '/base/b#there', false, 'assign'],
    ['it in the entry of a loading view, also after a redirect', '/base/b', true, 'replace'],
    ['the shown page when the visitor waits for none', '/base/a?x=1#part', false, 'reload'],
  ])('has the browser load %s', (_what, address, isShell, how) => {
    shown.isShell = isShell;
    if (how !== 'reload') progress.hold(`http://localhost${address}`);
    router.reload();
    expect(browser.departures).toEqual([`${how} http://localhost${address}`]);
  });

  it('exposes the progress of the visit, and the question that the visitor is asked', () => {
    expect(router.progress).toBe(progress);
    expect(router.blocker).toBe(blocker);
  });

  describe('prefetching', () => {
    it.each([
      ['/b?y=2#there', '/b?y=2'],
      ['http://localhost/base/b', '/b'],
    ])('requests the whole page at %s, once', (address, url) => {
      router.prefetch(address as Address);
      expect(requests).toMatchObject([{ url, kind: 'full' }]);
    });

    it('passes on the kind and the listener for invalidations', () => {
      const onInvalid = (): void => {};
      router.prefetch('/b' as Address, { kind: 'auto', onInvalid });
      expect(requests).toEqual([{ url: '/b', kind: 'auto', onInvalid }]);
    });

    it.each(['http://example.com/', '#there', 'mailto:a@example.com'])(
      'ignores an address that is no page: %s',
      (address) => {
        router.prefetch(address as Address);
        expect(requests).toEqual([]);
        expect(browser.departures).toEqual([]);
      },
    );
  });
});
