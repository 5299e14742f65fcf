import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import type { FakeElement } from '../testing/fake-document.ts';
import { FakeIntersections } from '../testing/fake-intersections.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createLinkWatch } from './link-watch.ts';
import type { LinkWatch, LinkWatchParts } from './link-watch.ts';
import type { PrefetchKind } from './prefetch-request.ts';

describe('WatchLink', () => {
  const document = fresh(() => new FakeDocument());
  const views = fresh(() => new FakeIntersections());
  const scheduler = fresh(() => new FakeScheduler());
  let prefetcher: LinkWatchParts['prefetcher'];
  let watch: LinkWatch['watch'];
  let onNextReport: LinkWatch['onNextReport'];
  let considered: number;

  beforeEach(() => {
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

  describe('the view', () => {
    it('makes a link wanted when it comes in, 200 px before, and no longer when it goes out', () => {
      const { link } = add('/base/a?b=1#there', { kind: 'full' });
      expect(views.margins).toEqual(['200px']);
      expect(listWanted()).toEqual([]);
      views.report(true, link);
      expect([...prefetcher.requests]).toEqual([{ url: '/a?b=1', kind: 'full' }]);
      views.report(false, link);
      expect(listWanted()).toEqual([]);
      expect(considered).toBe(2);
    });

    it('puts later links last, of links that come in together the first, and considers them once', () => {
      const [first, second, third] = ['1', '2', '3'].map((name) => add(`/base/${name}`).link);
      views.report(true, third);
      views.report(true, first, second);
      expect(listWanted()).toEqual(['/3', '/2', '/1']);
      expect(considered).toBe(2);
    });

    it('forgets a link that ends', () => {
      const { link, end } = add('/base/a');
      views.report(true, link);
      end();
      expect(listWanted()).toEqual([]);
      expect(views.observed.size).toBe(0);
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

  it.each([
    ['watches no link to another origin', 'http://example.com/base/a', {}],
    ['watches no fragment of the page', '#there', {}],
    ['watches no script', 'javascript:alert(1)', {}],
    ['watches no link that is saved as a file', '/base/a', { download: '' }],
    ['watches no link that opens in a new tab', '/base/a', { target: '_blank' }],
    ['watches no link of the kind none', '/base/a', { kind: 'none' }],
    ['watches a link that names its own tab as the target', '/base/a', { target: '_self' }],
  ] as const)('%s', (name, address, attributes) => {
    const { link, end } = add(address, attributes);
    expect(views.observed.has(link)).toBe(name.startsWith('watches a '));
    expect(end).not.toThrow();
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

    it('begins when the pointer has been on a link and within it for 80 ms, until it leaves', () => {
      move('mouseover', text);
      scheduler.pass(79);
      move('mouseover', link);
      expect(hovered()).toBeUndefined();
      scheduler.pass(1);
      expect(hovered()).toBe('/a');
      move('mouseover', document);
      expect(hovered()).toBeUndefined();
    });

    it('does not begin when the pointer leaves before, and counts anew when it comes back', () => {
      move('mouseover', link);
      scheduler.pass(79);
      move('mouseover', outside);
      scheduler.pass(80);
      expect(hovered()).toBeUndefined();
      move('mouseover', link);
      scheduler.pass(40);
      move('mouseover', outside);
      move('mouseover', link);
      scheduler.pass(79);
      expect(hovered()).toBeUndefined();
      scheduler.pass(1);
      expect(hovered()).toBe('/a');
    });

    it.each(['focusin', 'touchstart'])('begins at once by %s', (type) => {
      move(type, text);
      scheduler.pass(0);
      expect(hovered()).toBe('/a');
    });

    it('applies to a form when a field in it has the focus, not when the pointer is on its link', () => {
      const form = document.add('form', { target: '' });
      const [field, inside] = ['input', 'a'].map((tag) => document.add(tag, {}, form));
      add('/base/search', {}, form);
      move('mouseover', inside!);
      scheduler.pass(80);
      expect(hovered()).toBeUndefined();
      move('focusin', field!);
      scheduler.pass(0);
      expect(hovered()).toBe('/search');
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
