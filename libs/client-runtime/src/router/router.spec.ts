import type { Address } from '#page-protocol';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Actions } from '../actions/actions.ts';
import { createBlocker } from '../blocker/blocker.ts';
import type { Blocker } from '../blocker/blocker.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createObservable } from '../observable.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
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
  let browser: FakeWindow;
  let progress: NavigationProgress;
  let blocker: Blocker;
  let shown: ShownPage & { isShell?: boolean };
  let router: Router;
  let told: unknown[];
  let goes: number;
  let requests: PrefetchRequest[];

  beforeEach(() => {
    requests = [];
    browser = new FakeWindow('http://localhost/base/a?x=1#part');
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
        settle: tell('settle'),
      },
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

  describe('pushing', () => {
    it.each([
      ['/b', '/b'],
      ['/b?y=2', '/b?y=2'],
      ['?y=2', '/a?y=2'],
      ['b', '/b'],
      ['http://localhost/base/b', '/b'],
    ])('goes to %s', (address, url) => {
      router.push(address as Address);
      expect(told).toEqual([['go', toPage(url), undefined]]);
    });

    it('notifies the snapshots before it goes anywhere', () => {
      router.push('/b' as Address);
      router.push('http://example.com/');
      router.follow('/base/b');
      expect(goes).toBe(3);
    });

    it('keeps the fragment', () => {
      router.push('/b#there' as Address);
      expect(told).toEqual([['go', toPage('/b', { hash: '#there' }), undefined]]);
    });

    it('passes on the options that it was called with', () => {
      const source = {};
      router.push('/b' as Address, { source });
      expect(told).toEqual([['go', toPage('/b'), { source }]]);
    });

    it.each([
      ['http://example.com/', 'http://example.com/'],
      ['#other', 'http://localhost/base/a?x=1#other'],
      ['http://localhost/beside', 'http://localhost/beside'],
    ])('leaves %s to the browser', (address, href) => {
      router.push(address as Address);
      expect(browser.departures).toEqual([`assign ${href}`]);
      expect(told).toEqual([]);
    });

    it.each(['javascript:alert(1)', ' JAVA\nscript:alert(1)', 'data:text/html,x', 'http://['])(
      'refuses %j',
      (address) => {
        expect(() => router.push(address as Address)).toThrow(TypeError);
        expect(() => router.replace(address as Address)).toThrow(TypeError);
        expect([...told, ...browser.departures]).toEqual([]);
      },
    );
  });

  describe('replacing', () => {
    it('goes to a page in place of the current entry', () => {
      router.replace('/b' as Address);
      router.replace('/c' as Address, { scroll: false });
      expect(told).toEqual([
        ['go', toPage('/b'), { isReplace: true }],
        ['go', toPage('/c'), { scroll: false, isReplace: true }],
      ]);
    });

    it('has the browser replace the entry for another origin', () => {
      router.replace('http://example.com/');
      expect(browser.departures).toEqual(['replace http://example.com/']);
    });
  });

  describe('following a link', () => {
    it('goes to a page of the application', () => {
      expect(router.follow('http://localhost/base/b')).toBe(true);
      expect(told).toEqual([['go', toPage('/b'), undefined]]);
    });

    it.each(['http://example.com/', 'http://localhost/b', 'http://localhost/base/a?x=1#other'])(
      'leaves %s to the browser',
      (href) => {
        expect(router.follow(href)).toBe(false);
        expect([...told, ...browser.departures]).toEqual([]);
      },
    );
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

  describe('reloading', () => {
    it('has the browser load the page that the visitor waits for', () => {
      progress.hold('http://localhost/base/b#there');
      router.reload();
      expect(browser.departures).toEqual(['assign http://localhost/base/b#there']);
    });

    it('replaces the entry of a loading view, also after a redirect', () => {
      shown.isShell = true;
      progress.hold('http://localhost/base/b');
      router.reload();
      expect(browser.departures).toEqual(['replace http://localhost/base/b']);
    });

    it('has the browser load the shown page when the visitor waits for none', () => {
      router.reload();
      expect(browser.departures).toEqual(['reload http://localhost/base/a?x=1#part']);
    });
  });

  it('exposes the progress of the visit', () => {
    expect(router.progress).toBe(progress);
  });

  it('exposes the question that the visitor is asked', () => {
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

    it('refuses an address that would run a script', () => {
      expect(() => router.prefetch('javascript:alert(1)' as Address)).toThrow(TypeError);
    });
  });
});
