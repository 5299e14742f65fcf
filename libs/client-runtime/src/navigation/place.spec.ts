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
import { fresh } from '../../../../test/support/fresh.ts';
import { createArrival } from './arrival.ts';
import type { Arrive } from './arrival.ts';
import { createPlace } from './place.ts';
import type { Place } from './place.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';

describe('Place', () => {
  const browser = fresh(() => new FakeWindow('http://localhost/base/a?x=1#part'));
  let page: FakeDocument;
  let history: BrowserHistory;
  let place: Place;
  let arriveAt: Arrive;
  let announced: string[];
  let urged: string[];
  let coming: string | undefined;
  let kinds: string[];
  let remembered: unknown[];
  let snapshot: Snapshot;
  let done: unknown[];

  beforeEach(() => {
    open('/base');
  });

  function open(basePath: string): void {
    page = new FakeDocument();
    page.add('main');
    browser.document = page;
    announced = [];
    urged = [];
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
      memory: createEntryMemory(window, basePath),
      snapshots,
    });
    arriveAt = createArrival({
      window,
      applicationName: 'Errata',
      place,
      snapshots,
      announce: (text) => announced.push(text),
      urge: (text) => urged.push(text),
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
    it.each([
      ['/base/a?x=1#part', '/base', { url: '/a?x=1', hash: '#part' }],
      ['/base', '/base', { url: '/', hash: '' }],
      ['/base/', '/base', { url: '/', hash: '' }],
      ['/base/a?x=1', '', { url: '/base/a?x=1', hash: '' }],
    ])('names the page and fragment of %s under the base path %j', (address, basePath, named) => {
      open(basePath);
      history.push(address);
      expect(place.read()).toEqual(named);
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

  it.each([
    [true, '/base/b', ['/base/a?x=1#part', '/base/b']],
    [false, '/base/b', ['/base/b']],
    [true, '/base/a?x=1#part', ['/base/a?x=1#part']],
  ])('makes an entry when that is asked, for another address: %j, %s', (isNew, to, addresses) => {
    place.enter(toPage('/b'), to, isNew);
    expect(browser.addresses).toEqual(addresses);
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

    it('is restored when the visitor comes back', () => {
      leave();
      browser.go(-1);
      place.enter(toPage('/a?x=1'));
      arrive('/a?x=1', { entry: 'traverse' });
      expect(done).toEqual(['settle', LEFT]);
    });

    it.each([
      ['/a?x=2', [LEFT]],
      ['/c', []],
    ])(
      'is restored, in another document too, when only the query has changed: %s',
      (url, restored) => {
        place.enter(toPage(url), `/base${url}`);
        place.restore();
        expect(done.splice(0)).toEqual(restored);
        place.restore(true);
        expect(done).toEqual(restored.map((each) => ['loaded', each]));
      },
    );

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

    it.each<[string, Partial<Visit>, string[], number[]]>([
      ['/b', { entry: 'push' }, ['settle'], [0]],
      ['/b', { entry: 'replace' }, ['settle'], [0]],
      ['/b', { entry: 'push', scroll: false }, ['settle'], []],
      ['/b', { entry: 'replace', scroll: false }, ['settle'], []],
      ['/a?x=1', { entry: 'none', source: {} }, [], [0]],
      ['/a?x=1', { entry: 'none' }, [], []],
    ])('gives way to the top of a page that a visitor goes to: %s by %j', (url, visit, ...all) => {
      arrive(url, visit);
      expect([done, tops()]).toEqual(all);
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
    it('gives the document the head of the page, and of data that was loaded again', () => {
      const head = { title: 'B', elements: { description: '<meta>' } };
      arrive('/b', {}, { after: toPage('/b', head) });
      expect(page.title).toBe('B · Errata');
      expect(page.head.calls).toContainEqual(['beforeend', expect.stringMatching(/<meta>$/)]);
      arrive('/a?x=1', { entry: 'none' }, { after: toPage('/a?x=1', { title: 'A (2)' }) });
      expect(page.title).toBe('A (2) · Errata');
    });

    it.each([
      ['the title of the page', { title: 'B' }, 'Heading', 'B · Errata'],
      ['its heading, if it has the title before', { title: 'Issues' }, 'Open', 'Open'],
      ['that title where there is no heading', { title: 'Issues' }, undefined, 'Issues · Errata'],
      ['the heading of a page without a title', {}, ' Heading ', 'Heading'],
      ['the path of a page without both', {}, undefined, '/base/a'],
    ])('announces %s, and takes back what was urgent before', (_what, head, heading, text) => {
      page.title = 'Issues · Errata';
      if (heading) page.add('h1', { textContent: heading });
      arrive('/b', {}, { after: toPage('/b', head) });
      expect([announced, urged]).toEqual([[text], ['']]);
    });

    it('focuses the target of the fragment, and leaves a link in the order of the Tab key', () => {
      page.add('h1');
      const target = page.add('a', { id: 'part', tabIndex: 0 });
      arrive('/b', { hash: '#part' });
      expect(page.activeElement).toBe(target);
      expect(target.tabIndex).toBe(0);
    });

    it('announces and focuses nothing when data was loaded again, unlike at another page', () => {
      const heading = page.add('h1', { textContent: 'Heading' });
      arrive('/a?x=1', { entry: 'none' });
      expect(announced).toEqual([]);
      expect(page.activeElement).toBe(page.body);
      arrive('/b');
      expect(page.activeElement).toBe(heading);
    });

    it('announces a message and the page that shows it in one breath', () => {
      coming = 'Done.';
      arrive('/b', {}, { after: toPage('/b', { title: 'B' }) });
      arrive('/a?x=1', { entry: 'none' });
      expect(announced).toEqual(['Done. B · Errata', 'Done.']);
    });

    it.each([
      ['push', 200, 'visit'],
      ['replace', 200, 'visit'],
      ['traverse', 200, 'visit'],
      ['none', 404, 'visit'],
      ['none', 200, 'refresh'],
    ] as const)(
      'takes %s with status %i for a %s to the messages shown before',
      (entry, status, kind) => {
        arrive('/a?x=1', { entry, onEnd: () => {} }, { after: toPage('/a?x=1', {}, status) });
        expect(kinds).toEqual([kind]);
      },
    );

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
