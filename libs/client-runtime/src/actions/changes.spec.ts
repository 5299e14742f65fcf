import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Flash, PageData } from '#shared';
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

describe('what an action changed', () => {
  const HERE = {};

  let browser: FakeWindow;
  let changes: Changes;
  let done: [string, ...unknown[]][];
  let here: object;
  let isOnWay: boolean;
  let epoch: number;
  let routes: ChangesParts['cache']['routes'];
  let isHeld: boolean;
  let flash: OwnObservable<Flash | undefined>;

  beforeEach(() => {
    browser = new FakeWindow('http://localhost/base/a');
    done = [];
    here = HERE;
    isOnWay = false;
    epoch = 1;
    isHeld = true;
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
      navigator: {
        here: () => (isOnWay ? {} : here),
        shown: () => ({ url: '/a', status: 200, segments: [] }),
      },
      receive: async (page, entry) => note('receive')(page?.url, ...(entry ? [entry] : [])),
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
      flash,
    });
  });

  function toArriving(url = '/a', rest: Partial<PageData> = {}): ArrivingPage {
    const data = toPageData(url, [toSegment('frame'), toSegment(url)], rest);
    return { data, lines: (async function* () {})() };
  }

  const isDropped = async ({ lines }: ArrivingPage): Promise<boolean> =>
    (await lines.next()).done === true;

  it('is read to its end only where it is wanted', async () => {
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

  it('hides the message of an earlier action, unless it has one of its own', async () => {
    flash.set({ text: 'Earlier.' });
    await take(toArriving('/a', { flash: { text: 'Own.' } }));
    expect(flash.get()).toEqual({ text: 'Earlier.' });
    await take(toArriving(), { here: {} });
    expect(flash.get()).toEqual({ text: 'Earlier.' });
    await take(toArriving());
    expect(flash.get()).toBeUndefined();
  });

  it('is forgotten in all tabs but for what the answer brought, and that is shown', async () => {
    await take(toArriving('/a', { invalidated: ['a'] }));
    expect(done).toEqual([
      ['tell', ['a']],
      ['forget', ['a'], 'frame', '/a'],
      ['renew'],
      ['receive', '/a'],
    ]);
  });

  it('is all data, whatever their tags, when it does not say', async () => {
    await take(toArriving());
    expect(done.slice(0, 2)).toEqual([
      ['tell', null],
      ['forget', null, 'frame', '/a'],
    ]);
  });

  it('is loaded again when another has changed something since it was asked for', async () => {
    await take(toArriving('/a', { invalidated: ['a'] }), { askedIn: 0 });
    expect(done).toContainEqual(['forget', ['a']]);
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('is loaded again when the answer leaves out what is not held any longer', async () => {
    isHeld = false;
    await take(toArriving());
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('is loaded again for a visitor who has come back to its page since', async () => {
    here = {};
    await take(toArriving());
    expect(routes.find('/a')).toBeUndefined();
    expect(routes.find('/b')).toBeDefined();
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('is not shown to one on the way to another page, and kept for the way back', async () => {
    isOnWay = true;
    await take(toArriving());
    expect(done).toContainEqual(['forget', null, 'frame', '/a']);
    expect(routes.find('/a')).toBeDefined();
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('of another page is kept for when that is gone to', async () => {
    await take(toArriving('/b'));
    expect(done).toContainEqual(['forget', null, 'frame', '/b']);
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  it('is not shown in a document of another build', async () => {
    await take(toArriving('/a', { build: 'b2' }));
    expect(done.map(([name]) => name)).toEqual(['tell', 'forget', 'renew', 'receive']);
  });

  describe('when it leads elsewhere', () => {
    it('is the page that came with it', async () => {
      await take(toArriving('/b'), { isRedirected: true });
      expect(done.at(-1)).toEqual(['receive', '/b', 'push']);
    });

    it('makes no entry of the page that is shown', async () => {
      await take(toArriving('/a'), { isRedirected: true });
      expect(done.at(-1)).toEqual(['receive', '/a']);
    });

    it('is asked for when what came with it will not do', async () => {
      await take(toArriving('/b'), { isRedirected: true, askedIn: 0 });
      expect(done.at(-1)).toEqual(['follow', '/base/b']);
    });

    it('follows an address that it says', async () => {
      await take(toArriving('/a', { location: '/base/b#part', segments: [] }));
      expect(done.at(-1)).toEqual(['follow', '/base/b#part']);
    });

    it.each(['https://example.com/', '/base/a#part'])(
      'leaves to the browser what is no other page: %s',
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

    it('is forgotten in all tabs, where it led to what is no page data', async () => {
      await changes.depart('http://localhost/base/report.csv', here);
      expect(done.map(([name]) => name).slice(0, 3)).toEqual(['tell', 'forget', 'renew']);
      expect(done[0]).toEqual(['tell', null]);
    });

    it('leads nobody away who has gone elsewhere', async () => {
      here = {};
      await take(toArriving('/b'), { isRedirected: true });
      await take(toArriving('/a', { location: 'https://example.com/', segments: [] }));
      expect(done.filter(([name]) => name === 'follow' || name === 'answer')).toEqual([]);
      expect(browser.departures).toEqual([]);
    });
  });

  it('is everything to the other tabs when somebody signed in, and leads nowhere', async () => {
    await take(toArriving('/b'), { isRedirected: true, isSignIn: true });
    expect(done[0]).toEqual(['tell', undefined]);
    expect(done.at(-1)).toEqual(['receive', undefined]);
  });

  describe('when it was refused', () => {
    it('is the outcome in place of the page', async () => {
      await changes.showOutcome(toArriving('/a', { status: 403 }), HERE);
      expect(done).toEqual([['receive', '/a']]);
    });

    it('is not what its page is held to be', async () => {
      await changes.showOutcome(toArriving('/a', { status: 403 }), HERE);
      expect(routes.find('/a')).toBeUndefined();
      expect(routes.find('/b')).toBeDefined();
    });

    it.each([
      ['the visitor has gone elsewhere', '/a', {}],
      ['it is of another page', '/b', HERE],
    ])('is shown nowhere when %s', async (_, url, at) => {
      here = at;
      await changes.showOutcome(toArriving(url, { status: 403 }), HERE);
      expect(done).toEqual([]);
    });
  });
});
