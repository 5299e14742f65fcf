import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { FakeIntersections } from '../testing/fake-intersections.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { createLinkWatch } from './link-watch.ts';
import type { LinkWatch, LinkWatchParts } from './link-watch.ts';
import type { PrefetchKind } from './prefetch-request.ts';

describe('WatchLink', () => {
  let document: FakeDocument;
  let views: FakeIntersections;
  let scheduler: FakeScheduler;
  let prefetcher: LinkWatchParts['prefetcher'];
  let watch: LinkWatch['watch'];
  let onNextReport: LinkWatch['onNextReport'];
  let considered: number;

  beforeEach(() => {
    document = new FakeDocument();
    views = new FakeIntersections();
    scheduler = new FakeScheduler();
    considered = 0;
    prefetcher = { requests: new Set(), consider: () => void (considered += 1) };
    begin();
  });

  function begin(): void {
    const browser = Object.assign(new FakeWindow('http://localhost/base/here?x=1'), {
      document,
      IntersectionObserver: views.observer,
    });
    ({ watch, onNextReport } = createLinkWatch({
      window: browser.window,
      basePath: '/base',
      scheduler,
      prefetcher,
    }));
  }

  interface Watched {
    readonly link: FakeElement;
    readonly end: () => void;
  }

  interface Attributes {
    readonly kind?: PrefetchKind;
    readonly target?: string;
    readonly download?: string;
  }

  function add(
    address: string,
    { kind = 'auto', ...attributes }: Attributes = {},
    link = document.add('a', { target: '', ...attributes }),
  ): Watched {
    return {
      link,
      end: watch(link as unknown as HTMLAnchorElement, address, kind),
    };
  }

  function move(type: string, to: FakeElement | FakeDocument): void {
    const event = new Event(type);
    Object.defineProperty(event, 'target', { value: to });
    document.dispatchEvent(event);
  }

  const listWanted = (): string[] => [...prefetcher.requests].map(({ url }) => url);

  describe('the link that is watched first', () => {
    it('is hovered when the pointer was on it before', () => {
      begin();
      const { link } = add('/base/a');
      document.querySelector = () => link;
      views.report(true, link);
      scheduler.pass(0);
      expect(prefetcher.hovered).toBeUndefined();
      scheduler.pass(80);
      expect(prefetcher.hovered?.url).toBe('/a');
    });

    it('is hovered when it had the focus before', () => {
      begin();
      const { link } = add('/base/a');
      document.activeElement = link;
      scheduler.pass(0);
      scheduler.pass(80);
      expect(prefetcher.hovered?.url).toBe('/a');
    });
  });

  describe('the view', () => {
    it('reaches 200 px beyond the window', () => {
      expect(views.margins).toEqual(['200px']);
    });

    it('makes a link wanted when it comes in, and no longer when it goes out', () => {
      const { link } = add('/base/a');
      expect(listWanted()).toEqual([]);
      views.report(true, link);
      expect(listWanted()).toEqual(['/a']);
      views.report(false, link);
      expect(listWanted()).toEqual([]);
      expect(considered).toBe(2);
    });

    it('puts later links last, and of links that come in together the first one', () => {
      const [first, second, third] = ['1', '2', '3'].map((name) => add(`/base/${name}`).link);
      views.report(true, third);
      views.report(true, first, second);
      expect(listWanted()).toEqual(['/3', '/2', '/1']);
    });

    it('has links considered once, however many come in', () => {
      views.report(true, ...['1', '2', '3'].map((name) => add(`/base/${name}`).link));
      expect(considered).toBe(1);
    });

    it('forgets a link that ends', () => {
      const { link, end } = add('/base/a');
      views.report(true, link);
      end();
      expect(listWanted()).toEqual([]);
      expect(views.observed.size).toBe(0);
    });

    it('passes on the kind of a link', () => {
      views.report(true, add('/base/a?b=1#there', { kind: 'full' }).link);
      expect([...prefetcher.requests]).toEqual([{ url: '/a?b=1', kind: 'full' }]);
    });
  });

  describe('the next report of the browser', () => {
    it('is passed on once, after links that have gone out of view are removed', () => {
      const { link } = add('/base/a');
      views.report(true, link);
      const seen: string[][] = [];
      onNextReport(() => seen.push(listWanted()));
      expect(seen).toEqual([]);
      views.report(false, document.documentElement, link);
      expect(seen).toEqual([[]]);
      views.report(true, document.documentElement);
      expect(seen).toHaveLength(1);
    });

    it('goes to the last listener alone, and to nobody once that is removed', () => {
      const seen: string[] = [];
      onNextReport(() => seen.push('first'));
      onNextReport(() => seen.push('second'));
      views.report(true, document.documentElement);
      onNextReport(() => seen.push('third'));
      onNextReport();
      views.report(true, document.documentElement);
      expect(seen).toEqual(['second']);
    });
  });

  describe('a link that is not watched', () => {
    it.each([
      ['leads to another origin', 'http://example.com/base/a', {}],
      ['leads outside of the application', '/elsewhere', {}],
      ['is a mail address', 'mailto:a@example.com', {}],
      ['leads to a fragment of the page', '#there', {}],
      ['runs a script', 'javascript:alert(1)', {}],
      ['is saved as a file', '/base/a', { download: '' }],
      ['opens in a new tab', '/base/a', { target: '_blank' }],
      ['has the kind none', '/base/a', { kind: 'none' }],
    ] as const)('%s', (_name, address, attributes) => {
      const { link, end } = add(address, attributes);
      expect(views.observed.has(link)).toBe(false);
      expect(end).not.toThrow();
    });
  });

  it('watches a link that names its own tab as the target', () => {
    const { link } = add('/base/a', { target: '_self' });
    expect(views.observed.has(link)).toBe(true);
  });

  describe('hovering', () => {
    let link: FakeElement;
    let text: FakeElement;
    let outside: FakeElement;

    beforeEach(() => {
      ({ link } = add('/base/a'));
      text = document.add('b', {}, link);
      outside = document.add('p');
      views.report(true, link);
    });

    const hovered = (): string | undefined => prefetcher.hovered?.url;

    it('begins when the pointer has been on a link for 80 ms, and not for 79', () => {
      move('mouseover', text);
      scheduler.pass(79);
      expect(hovered()).toBeUndefined();
      scheduler.pass(1);
      expect(hovered()).toBe('/a');
    });

    it('goes on counting as the pointer moves within the link', () => {
      move('mouseover', text);
      scheduler.pass(79);
      move('mouseover', link);
      scheduler.pass(1);
      expect(hovered()).toBe('/a');
    });

    it('does not begin when the pointer leaves before', () => {
      move('mouseover', link);
      scheduler.pass(79);
      move('mouseover', outside);
      scheduler.pass(80);
      expect(hovered()).toBeUndefined();
    });

    it('counts anew when the pointer comes back', () => {
      move('mouseover', link);
      scheduler.pass(40);
      move('mouseover', outside);
      move('mouseover', link);
      scheduler.pass(79);
      expect(hovered()).toBeUndefined();
      scheduler.pass(1);
      expect(hovered()).toBe('/a');
    });

    it('ends when the pointer leaves', () => {
      move('mouseover', link);
      scheduler.pass(80);
      move('mouseover', document);
      expect(hovered()).toBeUndefined();
    });

    it.each(['focusin', 'touchstart'])('begins at once by %s', (type) => {
      move(type, text);
      scheduler.pass(0);
      expect(hovered()).toBe('/a');
    });

    it('applies to a form when a field in the form has the focus', () => {
      const form = document.add('form', { target: '' });
      const field = document.add('input', {}, form);
      add('/base/search', {}, form);
      move('focusin', field);
      scheduler.pass(0);
      expect(hovered()).toBe('/search');
    });

    it('does not apply to a form when the pointer is on a link in the form', () => {
      const form = document.add('form', { target: '' });
      const inside = document.add('a', {}, form);
      add('/base/search', {}, form);
      move('mouseover', inside);
      scheduler.pass(80);
      expect(hovered()).toBeUndefined();
    });

    it('applies to the new address when the link gets another under the pointer', () => {
      const { link: next, end } = add('/base/list?page=2');
      views.report(true, next);
      move('mouseover', next);
      scheduler.pass(80);
      end();
      add('/base/list?page=3', {}, next);
      views.report(true, next);
      expect(hovered()).toBe('/list?page=3');
    });
  });
});
