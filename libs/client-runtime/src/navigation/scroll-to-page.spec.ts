import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { scrollToPage } from './scroll-to-page.ts';

describe('scrollToPage', () => {
  const browser = fresh(() => new FakeWindow());
  const page = fresh(() => new FakeDocument());
  let main: FakeElement;
  let waiting: unknown[];

  beforeEach(() => {
    waiting = [];
    browser.document = page;
    main = page.add('main');
  });

  /**
   * Adds an element whose top is `top` pixels below that of the window. Undefined adds an element
   * without a box.
   */
  function addAt(top: number | undefined, attributes: object = {}, into = main): FakeElement {
    const getClientRects = () => (top === undefined ? [] : [{ top }]);
    return page.add('p', { getClientRects, ...attributes }, into);
  }

  const go = (hash = ''): unknown =>
    scrollToPage(browser.window, hash, { restore: (...state) => void waiting.push(state) });
  const toTop = ['scrollTo', { top: 0, behavior: 'instant' }];

  describe('an address without a fragment', () => {
    it.each([
      [0, []],
      [799, []],
      [-1, [toTop]],
      [800, [toTop]],
    ])('scrolls to the top only when the content is out of view, at %i', (top, calls) => {
      addAt(top);
      go();
      expect([page.documentElement.calls, main.calls]).toEqual([calls, calls]);
    });

    it.each([
      { boxTop: 110, isScrolled: true },
      { boxTop: 50, isScrolled: false },
    ])(
      'counts content above the top of its scroll box as out of view, box at $boxTop',
      ({ boxTop, isScrolled }) => {
        addAt(50);
        Object.assign(main, { scrollTop: 60, getBoundingClientRect: () => ({ top: boxTop }) });
        go();
        expect(main.calls).toEqual(isScrolled ? [toTop] : []);
      },
    );

    it('brings the content into view when the top of the page does not', () => {
      const content = addAt(900);
      go();
      expect(content.calls).toContainEqual(['scrollIntoView', { behavior: 'instant' }]);
    });

    it.each([
      { position: 'sticky' },
      { position: 'fixed' },
      { position: 'absolute' },
      { getClientRects: () => [] },
    ])('ignores elements that are not in the flow: %j', (attributes) => {
      addAt(0, attributes);
      addAt(-1);
      go();
      expect(page.documentElement.calls).toEqual([toTop]);
    });

    it('looks into an element that has no box of its own', () => {
      const around = addAt(undefined, { display: 'contents' });
      addAt(10, {}, around);
      addAt(-1);
      go();
      expect(page.documentElement.calls).toEqual([]);
    });

    it('scrolls to the top of a page in which nothing is in the flow', () => {
      addAt(10, { position: 'sticky' });
      go();
      expect(page.documentElement.calls).toEqual([toTop]);
    });

    it('looks for the content in the body where there is no main', () => {
      main.remove();
      addAt(10, {}, page.body);
      go();
      expect(page.documentElement.calls).toEqual([]);
    });
  });

  describe('an address with a fragment', () => {
    const intoView = ['scrollIntoView', { behavior: 'instant', inline: 'nearest' }];

    it.each([
      ['#there', { id: 'there' }],
      ['#gr%C3%B6%C3%9Fe%20a', { id: 'größe a' }],
      ['#größe', { id: 'größe' }],
      ['#50%25', { id: '50%25' }],
      ['#50%25', { id: '50%' }],
      ['#50%', { id: '50%' }],
    ])('scrolls to the element that the fragment names: %s, %j', (hash, attributes) => {
      const target = addAt(10, attributes);
      go(hash);
      expect(target.calls).toEqual([intoView, ['focus', { preventScroll: true }]]);
      expect(page.documentElement.calls).toEqual([]);
    });

    it.each(['#top', '#TOP', '#gone', '#%E0%A4%A'])(
      'scrolls to the top when the fragment names no element: %s',
      (hash) => {
        addAt(10);
        go(hash);
        expect(page.documentElement.calls).toEqual([toTop]);
        expect(waiting).toHaveLength(1);
      },
    );

    it('waits for an element that is still to come, under its id as written and decoded', () => {
      go('#50%25');
      const target = { left: 0, top: 0, isTarget: true };
      expect(waiting).toEqual([[[['[id="50%25"],[id="50%"]', 0, target]], true]]);
    });
  });
});
