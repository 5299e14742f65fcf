import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Flash, PageData } from '#page-protocol';
import { createLruCache } from '../cache/lru-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import { createObservable } from '../observable.ts';
import type { OwnObservable } from '../observable.ts';
import type { ArrivingPage } from '../page-data/page-reader.ts';
import { toAnswer, toPageData, toSegment } from '../testing/answers.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { toShownPage } from '../cache/shown-page.ts';
import { createChanges } from './changes.ts';
import type { Changes, ChangesParts, DoneOptions } from './changes.ts';

describe('the changes of an action', () => {
  const HERE = {};

  let browser: FakeWindow;
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
    browser = new FakeWindow('http://localhost/base/a');
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
        invalidate: (tags, fresh = []) => note('forget')(tags, ...fresh.map(({ key }) => key)),
      },
      tabs: { tell: note('tell') },
      prefetch: { renew: note('renew') },
      where: {
        get here() {
          return here;
        },
        page: { url: '/a', status: 200, segments: [] },
      },
      navigator: { isOnWay: () => isOnWay },
      receive: async (page) => note('receive')(page?.url),
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
    const [wanted, foreign, refused] = [toLong(), toLong({ build: 'b2' }), toLong({ status: 403 })];
    await take(wanted);
    await take(foreign);
    here = {};
    await changes.showOutcome(refused, HERE);
    expect(await Promise.all([wanted, foreign, refused].map(isDropped))).toEqual([
      false,
      true,
      true,
    ]);
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

  it('invalidate data of all tags when the answer names no tags', async () => {
    await take(toArriving());
    expect(done.slice(0, 2)).toEqual([
      ['tell', null],
      ['forget', null, 'frame', '/a'],
    ]);
  });

  it('load the page again when other data was invalidated since the action was sent', async () => {
    await take(toArriving('/a', { invalidated: ['a'] }), { askedIn: 0 });
    expect(done).toContainEqual(['forget', ['a']]);
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('load the page again when the answer leaves out a segment that is held no longer', async () => {
    isHeld = false;
    await take(toArriving());
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('load the page again for a visitor who has left it and come back since', async () => {
    here = {};
    await take(toArriving());
    expect(routes.find('/a')).toBeUndefined();
    expect(routes.find('/b')).toBeDefined();
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('are not shown to a visitor on the way to another page, but kept for the way back', async () => {
    isOnWay = true;
    await take(toArriving());
    expect(done).toContainEqual(['forget', null, 'frame', '/a']);
    expect(routes.find('/a')).toBeDefined();
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('are kept for a later visit when they belong to another page', async () => {
    await take(toArriving('/b'));
    expect(done).toContainEqual(['forget', null, 'frame', '/b']);
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('are not shown in a document of another build', async () => {
    await take(toArriving('/a', { build: 'b2' }));
    expect(done.map(([name]) => name)).toEqual(['tell', 'forget', 'renew', 'receive']);
  });

  describe('an action that redirects', () => {
    it('shows the page that came with its answer, as a new entry', async () => {
      await take(toArriving('/b'), { isRedirected: true });
      expect(done.at(-1)).toEqual(['receive', '/b']);
    });

    it('makes no new entry for the page that is shown', async () => {
      await take(toArriving('/a'), { isRedirected: true });
      expect(done.at(-1)).toEqual(['receive', '/a']);
    });

    it('requests its target when the page that came with its answer is outdated', async () => {
      await take(toArriving('/b'), { isRedirected: true, askedIn: 0 });
      expect(done.at(-1)).toEqual(['follow', '/base/b']);
    });

    it('follows the location that its answer names', async () => {
      await take(toArriving('/a', { location: '/base/b#part', segments: [] }));
      expect(done.at(-1)).toEqual(['follow', '/base/b#part']);
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
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('lead to the page of the answer, loaded anew, after the visitor has become another', async () => {
    isOther = true;
    await take(toArriving());
    expect(done.at(-1)).toEqual(['follow', '/base/a']);
  });

  describe('a refused action', () => {
    it('shows its outcome in place of the page', async () => {
      await changes.showOutcome(toArriving('/a', { status: 403 }), HERE);
      expect(done).toEqual([['receive', '/a']]);
    });

    it('leaves its outcome out of the cache of pages', async () => {
      await changes.showOutcome(toArriving('/a', { status: 403 }), HERE);
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
