import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Head } from '#shared';
import type { ShownPage } from '../cache/shown-page.ts';
import { createBrowserHistory } from '../history/browser-history.ts';
import type { BrowserHistory } from '../history/browser-history.ts';
import { createEntryMemory } from '../history/entry-memory.ts';
import type { TypedInput } from '../history/typed-input.ts';
import { FakeDocument } from '../testing/fake-document.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { turn } from '../testing/turn.ts';
import { createPlace } from './place.ts';
import type { Place } from './place.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';

describe('Place', () => {
  let browser: FakeWindow;
  let page: FakeDocument;
  let history: BrowserHistory;
  let place: Place;
  let announced: string[];
  /** What stands in the fields, and what was entered again. */
  let typed: TypedInput;
  let entered: TypedInput[];

  beforeEach(() => {
    browser = new FakeWindow('http://localhost/base/a?x=1#part');
    open('/base');
  });

  function open(basePath: string): void {
    page = new FakeDocument();
    browser.document = page;
    announced = [];
    typed = {};
    entered = [];
    const { window } = browser;
    history = createBrowserHistory(window, { onTraverse: () => {}, onForeign: () => {} });
    place = createPlace({
      window,
      basePath,
      applicationName: 'Errata',
      history,
      memory: createEntryMemory(window),
      typed: { take: () => typed, restore: (values) => entered.push(values) },
      announce: (text) => announced.push(text),
    });
  }

  function toPage(url: string, head: Head = {}, status = 200): ShownPage {
    const segment = { key: url, view: 'v', head, tags: [], props: {} };
    return { url, status, segments: [segment] };
  }

  const scrollTo = (x: number, y: number): void => browser.scrollTo({ left: x, top: y });
  const getScroll = (): number[] => [browser.scrollX, browser.scrollY];

  /** As the end of a visit has it. */
  function arrive(
    url: string,
    visit: Partial<Visit> = {},
    { before = toPage('/a?x=1'), after = toPage(url) } = {},
  ): void {
    place.arrive(createVisit({ url, entry: 'push', ...visit }), after, before);
  }

  describe('turning back', () => {
    it('leads to the entry of the page that is shown, and there again', async () => {
      place.enter(toPage('/a?x=1'));
      place.enter(toPage('/b'), '/base/b', true);
      browser.go(-1);
      const returnThere = place.turnBack();
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
      expect(place.turnBack()).toBeUndefined();
    });
  });

  describe('the current entry', () => {
    it('is a page of the application, and a fragment of it', () => {
      expect(place.read()).toEqual({ url: '/a?x=1', hash: '#part' });
    });

    it.each(['/base', '/base/'])('is the first page at %s', (address) => {
      history.push(address);
      expect(place.read().url).toBe('/');
    });

    it('is a page at its address without a base path', () => {
      open('');
      expect(place.read().url).toBe('/base/a?x=1');
    });

    it('is the page that was shown there, whatever address other code gave it', () => {
      place.enter(toPage('/a?x=1'));
      browser.history.replaceState(null, '', '/base/a?filter=open');
      expect(place.read().url).toBe('/a?x=1');
    });

    it('is a page at its address in the documents that follow', () => {
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
    ])('that is new: $isNew, makes entries: $addresses', ({ isNew, addresses }) => {
      place.enter(toPage('/b'), '/base/b', isNew);
      expect(browser.addresses).toEqual(addresses);
    });

    it('makes no second entry of the same address', () => {
      place.enter(toPage('/a?x=1'), '/base/a?x=1#part', true);
      expect(browser.addresses).toHaveLength(1);
    });
  });

  describe('scrolling', () => {
    beforeEach(() => scrollTo(3, 40));

    it.each(['push', 'replace'] as const)('begins a page at its top: %s', (entry) => {
      arrive('/b', { entry });
      expect(getScroll()).toEqual([0, 0]);
    });

    it('leaves a page where it is whose data is loaded again', () => {
      arrive('/a?x=1', { entry: 'none' });
      expect(getScroll()).toEqual([3, 40]);
    });

    it('begins at the fragment', () => {
      const target = page.add('section', { id: 'there' });
      arrive('/b', { hash: '#there' });
      expect(target.calls).toEqual([['scrollIntoView', { behavior: 'instant' }]]);
    });

    it('finds a fragment however it is written', () => {
      const target = page.add('section', { id: 'größe a' });
      arrive('/b', { hash: '#gr%C3%B6%C3%9Fe%20a' });
      expect(target.calls).toHaveLength(1);
    });

    it.each(['#gone', '#', '#%E0%A4%A'])('begins at the top without a fragment %s', (hash) => {
      arrive('/b', { hash });
      expect(getScroll()).toEqual([0, 0]);
    });

    it('goes back to where the visitor left', () => {
      place.enter(toPage('/a?x=1'));
      place.remember();
      history.push('/base/b');
      place.enter(toPage('/b'));
      scrollTo(0, 0);
      browser.go(-1);
      place.enter(toPage('/a?x=1'));
      arrive('/a?x=1', { entry: 'traverse' });
      expect(getScroll()).toEqual([3, 40]);
    });

    it('goes to the top of an entry of which nothing is known', () => {
      history.push('/base/b');
      place.enter(toPage('/b'));
      arrive('/b', { entry: 'traverse' });
      expect(getScroll()).toEqual([0, 0]);
    });

    it('leaves it to the browser where entries have no names', () => {
      Object.assign(browser, { navigation: undefined });
      open('/base');
      place.enter(toPage('/a?x=1'));
      arrive('/a?x=1', { entry: 'traverse' });
      expect(getScroll()).toEqual([3, 40]);
    });
  });

  describe('what was typed', () => {
    it('is entered again on the way back', () => {
      place.enter(toPage('/a?x=1'));
      typed = { 'title 1': 'typed' };
      place.remember();
      history.push('/base/b');
      place.enter(toPage('/b'));
      browser.go(-1);
      place.enter(toPage('/a?x=1'));
      arrive('/a?x=1', { entry: 'traverse' });
      expect(entered).toEqual([{ 'title 1': 'typed' }]);
    });

    it('is not entered into another page', () => {
      place.enter(toPage('/a?x=1'));
      typed = { 'title 1': 'typed' };
      place.remember();
      history.push('/base/b');
      place.enter(toPage('/b'));
      arrive('/b');
      place.restore();
      expect(entered).toEqual([{}]);
    });

    it('is of the page that is left, though the browser is at another entry already', () => {
      place.enter(toPage('/a?x=1'));
      history.push('/base/b');
      place.enter(toPage('/b'));
      typed = { 'title 1': 'typed at b' };
      browser.go(-1);
      place.remember();
      place.enter(toPage('/a?x=1'));
      place.restore();
      browser.go(1);
      place.enter(toPage('/b'));
      place.restore();
      expect(entered).toEqual([{}, { 'title 1': 'typed at b' }]);
    });
  });

  it('enters what was typed there in another document', () => {
    place.enter(toPage('/a?x=1'));
    typed = { 'title 1': 'typed' };
    place.remember();
    place.refill();
    expect(entered).toEqual([{ 'title 1': 'typed' }]);
  });

  describe('arriving', () => {
    it('gives the document the head of the page', () => {
      arrive('/b', {}, { after: toPage('/b', { title: 'B', description: 'D' }) });
      expect(page.title).toBe('B · Errata');
      expect(page.querySelector('meta[name=description]')?.['content']).toBe('D');
    });

    it('gives the document the head of data that was loaded again', () => {
      arrive('/a?x=1', { entry: 'none' }, { after: toPage('/a?x=1', { title: 'A (2)' }) });
      expect(page.title).toBe('A (2) · Errata');
    });

    it('announces the title', () => {
      page.add('h1', { textContent: 'Heading' });
      arrive('/b', {}, { after: toPage('/b', { title: 'B' }) });
      expect(announced).toEqual(['B · Errata']);
    });

    it('announces the heading of a page without a title', () => {
      page.add('h1', { textContent: ' Heading ' });
      arrive('/b');
      expect(announced).toEqual(['Heading']);
    });

    it('announces the path of a page without either', () => {
      arrive('/b');
      expect(announced).toEqual(['/base/a']);
    });

    it('leads the focus to the heading', () => {
      const heading = page.add('h1');
      arrive('/b');
      expect(page.activeElement).toBe(heading);
    });

    it('says and focuses nothing when data was loaded again', () => {
      page.add('h1', { textContent: 'Heading' });
      arrive('/a?x=1', { entry: 'none' });
      expect(announced).toEqual([]);
      expect(page.activeElement).toBe(page.body);
    });

    it('announces what the page has become', () => {
      const after = toPage('/a?x=1', { title: 'Not found' }, 404);
      arrive('/a?x=1', { entry: 'none' }, { after });
      expect(announced).toEqual(['Not found · Errata']);
    });
  });
});
