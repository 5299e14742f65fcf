import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Flash, PageData } from '#page-protocol';
import { createLruCache } from '../cache/lru-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createObservable } from '../observable.ts';
import type { OwnObservable } from '../observable.ts';
import type { ArrivingPage } from '../page-data/page-reader.ts';
import { toAnswer, toPageData, toSegment } from '../testing/answers.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { toShownPage } from '../cache/shown-page.ts';
import { createChanges } from './changes.ts';
import type { Changes, ChangesParts, DoneOptions } from './changes.ts';

describe('the changes of an action', () => {
  const HERE = {};
  const LOADED_AGAIN = ['receive', undefined];

  const browser = fresh(() => new FakeWindow('http://localhost/base/a'));
  let changes: Changes;
  let done: [string, ...unknown[]][];
  let here: object;
  let isOnWay: boolean;
  let epoch: number;
  let routes: ChangesParts['cache']['routes'];
  let isHeld: boolean;
  let isOther: boolean;
  let flash: OwnObservable<Flash | undefined>;

  beforeEach(() => {
    done = [];
    here = HERE;
    isOnWay = false;
    epoch = 1;
    isHeld = true;
    isOther = false;
    flash = createObservable<Flash | undefined>(undefined);
    routes = createLruCache(100, () => {});
    for (const url of ['/a', '/b']) {
      routes.set(url, { url, status: 403, keys: [url], sinceMs: 0, staleMs: 0 }, 1);
    }
    const note =
      (name: string) =>
      (...values: unknown[]): void =>
        void done.push([name, ...values]);
    changes = createChanges({
      window: browser.window,
      basePath: '/base',
      build: 'b1',
      cache: {
        routes,
        epoch: () => epoch,
        isPast: (askedIn) => askedIn < epoch,
        invalidate: (tags, come = []) => note('forget')(tags, ...come.map(({ key }) => key)),
      },
      tabs: { tell: note('tell') },
      prefetch: { renew: note('renew') },
      where: {
        get here() {
          return here;
        },
        page: { url: '/a', status: 200, segments: [] },
      },
      navigator: {
        isOnWay: () => isOnWay,
        receive: async (page) => note('receive')(page?.url),
      },
      router: {
        follow(href, { onEnd } = {}) {
          note('follow')(href);
          const isFollowed = !href.includes('//') && !href.includes('/a#');
          if (isFollowed) onEnd?.();
          return isFollowed;
        },
      },
      reader: {
        keep: async ({ data }): Promise<ShownPage | undefined> =>
          isHeld ? toShownPage(data, toAnswer(data.url, data.segments).deferred) : undefined,
      },
      blocker: { answer: note('answer') },
      visitor: { isOther: () => isOther, adopt: note('adopt') },
      flash,
    });
  });

  function toArriving(url = '/a', rest: Partial<PageData> = {}): ArrivingPage {
    const data = toPageData(url, [toSegment('frame'), toSegment(url)], rest);
    return { data, lines: (async function* () {})() };
  }

  const isDropped = async ({ lines }: ArrivingPage): Promise<boolean> =>
    (await lines.next()).done === true;

  it('are read to their end only where their page is wanted', async () => {
    const toLong = (rest: Partial<PageData> = {}): ArrivingPage => ({
      ...toArriving('/a', rest),
      lines: (async function* () {
        yield 'late';
      })(),
    });
    const taken = [{}, { build: 'b2' }, { location: '/base/b', segments: [] }].map(toLong);
    for (const each of taken) await take(each);
    here = {};
    const refused = toLong({ status: 403 });
    await changes.showOutcome(refused, HERE);
    const areDropped = await Promise.all([...taken, refused].map(isDropped));
    expect(areDropped).toEqual([false, true, true, true]);
  });

  const take = (arriving: ArrivingPage, rest: Partial<DoneOptions> = {}): Promise<void> =>
    changes.take(arriving, { here: HERE, askedIn: 1, isRedirected: false, ...rest });

  it('hide the message of an earlier action, unless they bring a message of their own', async () => {
    flash.set({ text: 'Earlier.' });
    await take(toArriving('/a', { flash: { text: 'Own.' } }));
    expect(flash.get()).toEqual({ text: 'Earlier.' });
    await take(toArriving(), { here: {} });
    expect(flash.get()).toEqual({ text: 'Earlier.' });
    await take(toArriving());
    expect(flash.get()).toBeUndefined();
  });

  it('invalidate their tags in all tabs, except for the data of the answer, which is shown', async () => {
    await take(toArriving('/a', { invalidated: ['a'] }));
    expect(done).toEqual([
      ['tell', ['a']],
      ['forget', ['a'], 'frame', '/a'],
      ['renew'],
      ['receive', '/a'],
    ]);
  });

  it.each<[string, () => unknown, Parameters<typeof toArriving>, Partial<DoneOptions>, string[]]>([
    ['other data was invalidated since it was sent', () => {}, [], { askedIn: 0 }, []],
    ['a segment that is left out is held no longer', () => (isHeld = false), [], {}, []],
    ['the visitor has left it and come back since', () => (here = {}), [], {}, ['frame', '/a']],
    ['the visitor is on the way to another', () => (isOnWay = true), [], {}, ['frame', '/a']],
    ['the answer is of another page', () => {}, ['/b'], {}, ['frame', '/b']],
    ['the answer is of another build', () => {}, ['/a', { build: 'b2' }], {}, []],
  ])('load the page again when %s, and keep for later: %j', async (_what, happen, ...rest) => {
    const [page, options, kept] = rest;
    happen();
    await take(toArriving(...page), options);
    expect(done).toEqual([['tell', null], ['forget', null, ...kept], ['renew'], LOADED_AGAIN]);
    expect(routes.find('/a') === undefined).toBe(here !== HERE);
    expect(routes.find('/b')).toBeDefined();
  });

  describe('an action that redirects', () => {
    it.each(['/b', '/a'])('shows the page that came with its answer: %s', async (url) => {
      await take(toArriving(url), { isRedirected: true });
      expect(done.at(-1)).toEqual(['receive', url]);
    });

    it.each<[string, Parameters<typeof toArriving>, Partial<DoneOptions>]>([
      ['/base/b', ['/b'], { isRedirected: true, askedIn: 0 }],
      ['/base/b#part', ['/a', { location: '/base/b#part', segments: [] }], {}],
    ])('requests %s, which came outdated or as a location', async (href, page, options) => {
      await take(toArriving(...page), options);
      expect(done.at(-1)).toEqual(['follow', href]);
    });

    it.each(['https://example.com/', '/base/a#part'])(
      'leaves a location that is no other page to the browser: %s',
      async (location) => {
        await take(toArriving('/a', { location, segments: [] }));
        expect(browser.departures).toEqual([
          `assign ${new URL(location, 'http://localhost').href}`,
        ]);
        expect(done.slice(-2)).toEqual([
          ['answer', true],
          ['receive', undefined],
        ]);
      },
    );

    it('invalidates all data in all tabs when its target is no page data', async () => {
      await changes.depart('http://localhost/base/report.csv', here);
      expect(done.map(([name]) => name).slice(0, 3)).toEqual(['tell', 'forget', 'renew']);
      expect(done[0]).toEqual(['tell', null]);
    });

    it('redirects a visitor who waits for another page, also back to the page that is shown', async () => {
      isOnWay = true;
      await take(toArriving('/b'), { isRedirected: true });
      await take(toArriving('/a'), { isRedirected: true });
      await take(toArriving('/a', { location: '/base/b', segments: [] }));
      expect(done.filter(([name]) => name === 'follow' || name === 'receive')).toEqual([
        ['receive', '/b'],
        ['receive', '/a'],
        ['follow', '/base/b'],
      ]);
    });

    it('redirects no visitor who has gone elsewhere', async () => {
      here = {};
      await take(toArriving('/b'), { isRedirected: true });
      await take(toArriving('/a', { location: 'https://example.com/', segments: [] }));
      expect(done.filter(([name]) => name === 'follow' || name === 'answer')).toEqual([]);
      expect(browser.departures).toEqual([]);
    });
  });

  it('invalidate everything in other tabs after a sign-in, and redirect nowhere', async () => {
    await take(toArriving('/b'), { isRedirected: true, isSignIn: true });
    expect(done.slice(0, 2)).toEqual([['adopt'], ['tell', undefined]]);
    expect(done.at(-1)).toEqual(LOADED_AGAIN);
  });

  it('lead to the page of the answer, loaded anew, after the visitor has become another', async () => {
    isOther = true;
    await take(toArriving());
    expect(done.at(-1)).toEqual(['follow', '/base/a']);
  });

  describe('a refused action', () => {
    it('shows its outcome in place of the page, and leaves it out of the cache of pages', async () => {
      await changes.showOutcome(toArriving('/a', { status: 403 }), HERE);
      expect(done).toEqual([['receive', '/a']]);
      expect(routes.find('/a')).toBeUndefined();
      expect(routes.find('/b')).toBeDefined();
    });

    it.each([
      ['the visitor has gone elsewhere', '/a', {}],
      ['the outcome is of another page', '/b', HERE],
    ])('shows its outcome nowhere when %s', async (_, url, at) => {
      here = at;
      await changes.showOutcome(toArriving(url, { status: 403 }), HERE);
      expect(done).toEqual([]);
    });
  });
});
