import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Head } from '#page-protocol';
import type { ShownPage } from '../cache/shown-page.ts';
import { createBrowserHistory } from '../history/browser-history.ts';
import type { BrowserHistory } from '../history/browser-history.ts';
import { createEntryMemory } from '../history/entry-memory.ts';
import type { Snapshot } from '../history/element-state.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import { FakeDocument } from '../testing/fake-document.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { turn } from '../testing/turn.ts';
import { createArrival } from './arrival.ts';
import type { Arrive } from './arrival.ts';
import { createPlace } from './place.ts';
import type { Place } from './place.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';

describe('Place', () => {
  let browser: FakeWindow;
  let page: FakeDocument;
  let history: BrowserHistory;
  let place: Place;
  let arriveAt: Arrive;
  let announced: string[];
  let coming: string | undefined;
  let kinds: string[];
  let remembered: unknown[];
  let snapshot: Snapshot;
  let done: unknown[];

  beforeEach(() => {
    browser = new FakeWindow('http://localhost/base/a?x=1#part');
    open('/base');
  });

  function open(basePath: string): void {
    page = new FakeDocument();
    page.add('main');
    browser.document = page;
    announced = [];
    coming = undefined;
    kinds = [];
    remembered = [];
    snapshot = [];
    done = [];
    const { window } = browser;
    history = createBrowserHistory(
      window,
      () => place.remember(),
      () => {},
      () => {},
    );
    const snapshots: SnapshotTaker = {
      start: () => {},
      take: () => snapshot,
      restore: (restored, isLoaded) => done.push(isLoaded ? ['loaded', restored] : restored),
      settle: () => done.push('settle'),
      resume: () => {},
      leave: () => done.push('leave'),
      drop: () => done.push('drop'),
      forget: () => {},
    };
    place = createPlace({
      window,
      basePath,
      history,
      memory: createEntryMemory(window),
      snapshots,
    });
    arriveAt = createArrival({
      window,
      applicationName: 'Errata',
      place,
      snapshots,
      announce: (text) => announced.push(text),
      coming: {
        show: (isVisit) => {
          kinds.push(isVisit ? 'visit' : 'refresh');
          return coming;
        },
      },
      forgetDone: (stay) => remembered.push(stay),
    });
  }

  const tops = (): unknown[] =>
    page.documentElement.calls.map(([, to]) => (to as { top: unknown }).top);

  function toPage(url: string, head: Head = {}, status = 200): ShownPage {
    const segment = { key: url, view: 'v', head, tags: [], props: {} };
    return { url, status, segments: [segment] };
  }

  function arrive(
    url: string,
    visit: Partial<Visit> = {},
    { before = toPage('/a?x=1'), after = toPage(url) } = {},
  ): void {
    arriveAt(createVisit({ url, hash: '', entry: 'push', ...visit }), after, before, 3);
  }

  describe('turning back', () => {
    it('leads to the entry of the shown page, and from there to the other entry again', async () => {
      place.enter(toPage('/a?x=1'));
      place.enter(toPage('/b'), '/base/b', true);
      browser.go(-1);
      const returnThere = place.back();
      await turn();
      expect(history.address()).toBe('/base/b');
      returnThere?.();
      await turn();
      expect(history.address()).toBe('/base/a?x=1#part');
    });

    it('is not possible where entries have no names', () => {
      browser.navigation = undefined;
      open('/base');
      place.enter(toPage('/a?x=1'));
      expect(place.back()).toBeUndefined();
    });
  });

  describe('the current entry', () => {
    it('names a page of the application, and a fragment of the page', () => {
      expect(place.read()).toEqual({ url: '/a?x=1', hash: '#part' });
    });

    it.each(['/base', '/base/'])('names the first page at %s', (address) => {
      history.push(address);
      expect(place.read().url).toBe('/');
    });

    it('names the page of its address without a base path', () => {
      open('');
      expect(place.read().url).toBe('/base/a?x=1');
    });

    it('names the page that was shown there, whatever address other code gave the entry', () => {
      place.enter(toPage('/a?x=1'));
      browser.history.replaceState(null, '', '/base/a?filter=open');
      expect(place.read().url).toBe('/a?x=1');
    });

    it('names the page of its address in the documents that follow', () => {
      place.enter(toPage('/other'));
      place.remember();
      open('/base');
      expect(place.read().url).toBe('/a?x=1');
    });
  });

  describe('entering an address', () => {
    it.each([
      { isNew: true, addresses: ['/base/a?x=1#part', '/base/b'] },
      { isNew: false, addresses: ['/base/b'] },
    ])('makes the entries $addresses, with isNew $isNew', ({ isNew, addresses }) => {
      place.enter(toPage('/b'), '/base/b', isNew);
      expect(browser.addresses).toEqual(addresses);
    });

    it('makes no second entry for the same address', () => {
      place.enter(toPage('/a?x=1'), '/base/a?x=1#part', true);
      expect(browser.addresses).toHaveLength(1);
    });
  });

  describe('the state in which a page was left', () => {
    const LEFT: Snapshot = [[':root', 0, { left: 3, top: 40 }]];

    beforeEach(() => {
      place.enter(toPage('/a?x=1'));
      snapshot = LEFT;
      place.remember();
    });

    const leave = (): void => {
      history.push('/base/b');
      place.enter(toPage('/b'));
      snapshot = [];
    };

    const comeBack = (url = '/a?x=1'): void => {
      browser.go(-1);
      place.enter(toPage(url));
    };

    it('is restored when the visitor comes back', () => {
      leave();
      comeBack();
      arrive('/a?x=1', { entry: 'traverse' });
      expect(done).toEqual(['settle', LEFT]);
    });

    it('is restored in another document', () => {
      place.restore(true);
      expect(done).toEqual([['loaded', LEFT]]);
    });

    it('is restored when only the query has changed in its entry', () => {
      place.enter(toPage('/a?x=2'), '/base/a?x=2');
      place.restore();
      expect(done).toEqual([LEFT]);
    });

    it('is not restored for another page in its entry', () => {
      place.enter(toPage('/c'), '/base/c');
      place.restore();
      expect(done).toEqual([]);
    });

    it('belongs to its entry, though the browser is at another entry already', () => {
      leave();
      snapshot = [['[name="b"]', 0, 'typed at b']];
      browser.go(-1);
      place.remember();
      place.enter(toPage('/a?x=1'));
      place.restore();
      browser.go(1);
      place.enter(toPage('/b'));
      place.restore();
      expect(done).toEqual([LEFT, [['[name="b"]', 0, 'typed at b']]]);
    });

    it('is not used for a new page, which begins at its top', () => {
      leave();
      arrive('/b');
      expect(done).toEqual(['settle']);
      expect(tops()).toEqual([0]);
    });

    it.each(['push', 'replace'] as const)(
      'does not change when a visit by %s asks for no scrolling',
      (entry) => {
        arrive('/b', { entry, scroll: false });
        expect(tops()).toEqual([]);
      },
    );

    it('does not change when data is loaded again', () => {
      arrive('/a?x=1', { entry: 'none' });
      expect(done).toEqual([]);
      expect(tops()).toEqual([]);
    });

    it('waits for its page behind an outcome in its place', () => {
      const after = toPage('/a?x=1', {}, 403);
      arrive('/a?x=1', { entry: 'none' }, { after });
      expect(done).toEqual([LEFT]);
      expect(tops()).toEqual([]);
    });

    it('is the beginning of the page where nothing is known', () => {
      leave();
      arrive('/b', { entry: 'traverse' });
      expect(tops()).toEqual([0]);
    });

    it('is left to the browser where entries have no names', () => {
      Object.assign(browser, { navigation: undefined });
      open('/base');
      place.enter(toPage('/a?x=1'));
      arrive('/a?x=1', { entry: 'traverse' });
      expect(tops()).toEqual([]);
    });

    describe('entries without names', () => {
      const AT_900: Snapshot = [[':root', 0, { left: 0, top: 900 }]];
      const CLAMPED: Snapshot = [[':root', 0, { left: 0, top: 483 }]];

      beforeEach(() => {
        browser.navigation = undefined;
        browser.history.pushState(null, '', '/base/list');
        open('/base');
        place.enter(toPage('/list'));
        snapshot = AT_900;
        place.leave();
        place.enter(toPage('/issue'), '/base/issue', true);
        done.length = 0;
      });

      it('are known by their addresses, even when the page is loaded again on the way back', () => {
        browser.go(-1);
        snapshot = CLAMPED;
        place.leave();
        place.enter(toPage('/list'));
        arrive('/list', { entry: 'traverse' });
        expect(done.at(-1)).toEqual(AT_900);
      });

      it('leave the position to the browser when it has scrolled before it told', () => {
        browser.go(-1);
        snapshot = CLAMPED;
        place.leave();
        place.enter(toPage('/list'));
        browser.go(1);
        place.enter(toPage('/issue'));
        done.length = 0;
        arrive('/issue', { entry: 'traverse' });
        expect(done).toEqual(['settle']);
      });

      it('restore nothing of another document that had the same address', () => {
        place.restore(true);
        expect(done).toEqual([]);
      });
    });
  });

  it('notes the state of a page before the browser scrolls to a fragment', () => {
    const [before, after] = [100, 700].map((top): Snapshot => [[':root', 0, { left: 0, top }]]);
    place.enter(toPage('/a?x=1'));
    snapshot = before as Snapshot;
    browser.history.pushState(null, '', '#there');
    snapshot = after as Snapshot;
    place.enter(toPage('/a?x=1'));
    browser.go(-1);
    place.enter(toPage('/a?x=1'));
    place.restore();
    expect(done.at(-1)).toEqual(before);
  });

  describe('arriving', () => {
    it('gives the document the head of the page', () => {
      arrive(
        '/b',
        {},
        { after: toPage('/b', { title: 'B', elements: { description: '<meta>' } }) },
      );
      expect(page.title).toBe('B · Errata');
      expect(page.head.calls).toContainEqual(['beforeend', expect.stringMatching(/<meta>$/)]);
    });

    it('gives the document the head of data that was loaded again', () => {
      arrive('/a?x=1', { entry: 'none' }, { after: toPage('/a?x=1', { title: 'A (2)' }) });
      expect(page.title).toBe('A (2) · Errata');
    });

    it('announces the title of the page', () => {
      page.add('h1', { textContent: 'Heading' });
      arrive('/b', {}, { after: toPage('/b', { title: 'B' }) });
      expect(announced).toEqual(['B · Errata']);
    });

    it('announces the heading of a page that has the title of the one before', () => {
      page.title = 'Issues · Errata';
      page.add('h1', { textContent: 'Open issues' });
      arrive('/b', {}, { after: toPage('/b', { title: 'Issues' }) });
      expect(announced).toEqual(['Open issues']);
    });

    it('announces the title that two pages share where there is no heading', () => {
      page.title = 'Issues · Errata';
      arrive('/b', {}, { after: toPage('/b', { title: 'Issues' }) });
      expect(announced).toEqual(['Issues · Errata']);
    });

    it('announces the heading of a page without a title', () => {
      page.add('h1', { textContent: ' Heading ' });
      arrive('/b');
      expect(announced).toEqual(['Heading']);
    });

    it('announces the path of a page without a title and a heading', () => {
      arrive('/b');
      expect(announced).toEqual(['/base/a']);
    });

    it('focuses the heading of the page', () => {
      const heading = page.add('h1');
      arrive('/b');
      expect(page.activeElement).toBe(heading);
    });

    it('announces and focuses nothing when data was loaded again', () => {
      page.add('h1', { textContent: 'Heading' });
      arrive('/a?x=1', { entry: 'none' });
      expect(announced).toEqual([]);
      expect(page.activeElement).toBe(page.body);
    });

    it('announces a message and the page that shows it in one breath', () => {
      coming = 'Done.';
      arrive('/b', {}, { after: toPage('/b', { title: 'B' }) });
      arrive('/a?x=1', { entry: 'none' });
      expect(announced).toEqual(['Done. B · Errata', 'Done.']);
    });

    it.each([
      ['push', 'visit'],
      ['replace', 'visit'],
      ['traverse', 'visit'],
      ['none', 'refresh'],
    ] as const)('takes %s for a %s to the messages shown before', (entry, expected) => {
      arrive('/a?x=1', { entry, onEnd: () => {} });
      expect(kinds).toEqual([expected]);
    });

    it('takes an outcome that replaces the page for a visit to the messages shown before', () => {
      arrive('/a?x=1', { entry: 'none' }, { after: toPage('/a?x=1', {}, 404) });
      expect(kinds).toEqual(['visit']);
    });

    it.each([
      ['actions done on any other page', 200, 3],
      ['actions done on any page, where an outcome stands in its place', 401, undefined],
    ])('forgets %s', (_, status, stay) => {
      arrive('/b', {}, { after: toPage('/b', {}, status) });
      expect(remembered).toEqual([stay]);
    });

    it('announces the outcome that the page has become', () => {
      const after = toPage('/a?x=1', { title: 'Not found' }, 404);
      arrive('/a?x=1', { entry: 'none' }, { after });
      expect(announced).toEqual(['Not found · Errata']);
    });
  });
});
