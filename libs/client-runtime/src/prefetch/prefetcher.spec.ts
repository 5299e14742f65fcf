import { beforeEach, describe, expect, it } from '@jest/globals';
import { toSegment } from '../testing/answers.ts';
import { PrefetchHarness } from '../testing/prefetch-harness.ts';
import { fresh } from '../../../../test/support/fresh.ts';

const SECOND = 1000;

const pagesOf = (pattern: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/${pattern}/${index + 1}`);

const patterns = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/p${index + 1}/1`);

describe('Prefetcher', () => {
  const app = fresh(() => new PrefetchHarness());

  describe('a link', () => {
    it('requests its shape and layouts, and its data once it is hovered or with `full`', async () => {
      const [auto] = app.see('auto', '/auto/1');
      const [intent] = app.see('intent', '/intent/1');
      app.see('full', '/full/1');
      const shapes = ['shape of /auto/1', 'shape of /intent/1', 'shape of /full/1'];
      app.prefetcher.consider();
      expect(app.asked).toEqual(shapes);
      await app.answer('/auto/1', '/intent/1');
      await app.answerBoth('/full/1');
      expect(app.asked).toEqual([...shapes, 'page /full/1']);
      expect(app.cache.find('/full/1')).toMatchObject({ isStale: false });
      app.hover(auto);
      expect(app.asked.slice(4)).toEqual([]);
      app.hover(intent);
      expect(app.asked.slice(4)).toEqual(['page /intent/1']);
    });

    it('requests nothing in view with `hover`, and its page alone once it is hovered', () => {
      const [link] = app.see('hover', '/a/1');
      expect(app.asked).toEqual([]);
      expect(app.anticipated).not.toContain('/a/1');
      app.hover(link);
      expect(app.asked).toEqual(['page /a/1']);
      expect(app.anticipated).toContain('/a/1');
    });

    it('is prepared for the visitor once its data are there, and it is hovered', async () => {
      const [link, other] = app.see('intent', '/a/1', '/a/2');
      await app.answer('/a/1');
      app.hover(link);
      expect(app.ready).toEqual([]);
      await app.answer('/a/1');
      expect(app.ready).toContain('/a/1');
      app.ready.length = 0;
      app.hover(other);
      expect(app.ready).toEqual([]);
    });

    it('has its code loaded, once', async () => {
      const [link] = app.see('full', '/a/1');
      const count = (): number => app.anticipated.filter((url) => url === '/a/1').length;
      await app.answerBoth('/a/1');
      const before = count();
      app.hover(link);
      app.prefetcher.consider();
      expect(before).toBeGreaterThan(0);
      expect(count()).toBe(before);
    });

    it('requests nothing where there is no page, or its page is the shown one', () => {
      app.see('full', '/no-page');
      app.invalidate();
      app.pass(300);
      app.see('full', '/');
      expect(app.asked).toEqual([]);
    });
  });

  describe('links to one route pattern', () => {
    it('cost one shape request, even if there are thirty, and their data leave out its layouts', async () => {
      app.see('auto', ...pagesOf('a', 30));
      await app.answer('/a/1');
      app.see('auto', '/a/31');
      expect(app.asked).toEqual(['shape of /a/1']);
      app.see('full', '/a/2');
      expect([app.get('/a/1').held, app.get('/a/2').held]).toEqual([
        ['frame'],
        ['frame', 'layout a'],
      ]);
    });

    it('cost no request when the shown page has their layouts', () => {
      app.where.page = app.take('/a/0', [toSegment('frame'), toSegment('layout a')]);
      app.prefetcher.resume();
      app.see('auto', ...pagesOf('a', 30));
      expect(app.asked).toEqual([]);
    });

    it('cost another request when a layout is held no longer', async () => {
      app.see('auto', '/a/1');
      await app.answer('/a/1');
      app.invalidate(['layout a']);
      app.pass(300);
      expect(app.asked).toEqual(['shape of /a/1', 'shape of /a/1']);
      expect(app.get('/a/1').held).toEqual(['frame']);
    });

    it('request a page once when all lead to the same page', async () => {
      app.see('full', '/a/1', '/a/1', '/a/1');
      await app.answer('/a/1');
      expect(app.asked).toEqual(['shape of /a/1', 'page /a/1']);
      await app.answer('/a/1');
      expect(app.asked).toHaveLength(2);
    });
  });

  describe('the limit of requests at once', () => {
    it('is five: the sixth waits for the end of one, unless its link has left the view', async () => {
      const links = app.see('auto', ...patterns(7));
      expect(app.asked).toHaveLength(5);
      app.leave(links[6]!);
      await app.answer('/p3/1');
      expect(app.asked.at(-1)).toBe('shape of /p6/1');
      expect(app.inFlight).toHaveLength(5);
      await app.answer('/p1/1');
      expect(app.asked).toHaveLength(6);
    });

    it('is three for page data: the fourth waits', async () => {
      app.see('full', ...pagesOf('a', 5));
      await app.answer('/a/1');
      expect(app.asked.slice(1)).toEqual(['page /a/5', 'page /a/4', 'page /a/3']);
      await app.answer('/a/4');
      expect(app.asked.at(-1)).toBe('page /a/2');
    });

    it('stays three for a hovered link, for which the oldest request is given up and repeated later', async () => {
      const links = app.see('full', ...pagesOf('a', 5));
      await app.answer('/a/1');
      app.hover(links[0]);
      const urlsInFlight = (): string[] => app.inFlight.map(({ url }) => url);
      expect(urlsInFlight()).toEqual(['/a/4', '/a/3', '/a/1']);
      app.hover(links[0]);
      app.hover();
      expect(urlsInFlight()).toEqual(['/a/4', '/a/3', '/a/1']);
      await app.answer('/a/1');
      expect(app.asked.at(-1)).toBe('page /a/5');
      expect(app.inFlight).toHaveLength(3);
    });
  });

  describe('the order of requests', () => {
    it('puts all shapes before any page data', async () => {
      app.see('full', ...patterns(7));
      await app.answer('/p1/1', '/p2/1');
      expect(app.asked.slice(5)).toEqual(['shape of /p7/1', 'shape of /p6/1']);
      await app.answer('/p3/1');
      expect(app.asked.at(-1)).toBe('page /p3/1');
    });

    it('puts the newest link in view first', async () => {
      app.see('auto', ...patterns(8));
      for (const done of ['/p1/1', '/p2/1', '/p3/1']) await app.answer(done);
      expect(app.asked.slice(5)).toEqual(['shape of /p8/1', 'shape of /p7/1', 'shape of /p6/1']);
    });

    it('puts the page of a hovered link first, though shapes wait', () => {
      const links = app.see('full', ...patterns(8));
      app.hover(links[5]);
      expect(app.asked.slice(5)).toEqual(['page /p6/1']);
      expect(app.inFlight.map(({ url }) => url)).toEqual(
        [2, 3, 4, 5, 6].map((index) => `/p${index}/1`),
      );
    });

    it('ignores a hovered link that has left the view', async () => {
      const links = app.see('auto', ...patterns(7));
      app.prefetcher.requests.delete(links[5]!);
      app.hover(links[5]);
      await app.answer('/p1/1');
      expect(app.asked.slice(5)).toEqual(['shape of /p7/1']);
    });
  });

  it('lets a link out of view finish its request alone, until it comes back into view', async () => {
    const links = app.see('full', '/a/1');
    app.leave(...links);
    expect(app.inFlight).toHaveLength(1);
    await app.answer('/a/1');
    expect(app.asked).toEqual(['shape of /a/1']);
    app.see('full', '/a/1');
    expect(app.asked).toEqual(['shape of /a/1', 'page /a/1']);
  });

  describe('prefetched data', () => {
    beforeEach(async () => {
      app.see('full', '/a/1');
      await app.answerBoth('/a/1');
    });

    it('are reused at 299 s, and requested again at 300 s', () => {
      app.pass(299 * SECOND);
      app.see('full', '/a/1');
      expect(app.asked).toHaveLength(2);
      app.pass(SECOND);
      expect(app.asked).toHaveLength(2);
      app.see('full', '/a/1');
      expect(app.asked.slice(2)).toEqual(['shape of /a/1']);
    });

    it('are requested again 300 ms after the last of several invalidations, and not at 299', () => {
      app.invalidate(['/a/1']);
      app.pass(200);
      app.invalidate(['other']);
      app.pass(299);
      app.see('full', '/a/1');
      expect(app.asked).toHaveLength(2);
      app.pass(1);
      expect(app.asked.slice(2)).toEqual(['page /a/1']);
    });

    it('stay when other data was invalidated', () => {
      app.invalidate(['other']);
      app.pass(SECOND);
      expect(app.asked).toHaveLength(2);
    });
  });

  it('repeats a request that was under way when something was invalidated', async () => {
    app.see('full', '/a/1');
    const { signal } = app.get('/a/1');
    app.invalidate(['other']);
    expect(signal.aborted).toBe(true);
    await app.end('/a/1', undefined);
    app.pass(300);
    expect(app.asked).toEqual(['shape of /a/1', 'shape of /a/1']);
  });

  describe('a failed request', () => {
    beforeEach(async () => {
      app.see('auto', '/a/1');
      await app.end('/a/1', undefined);
    });

    it.each<[string, () => unknown]>([
      ['anything else', () => {}],
      ['another link', () => app.see('full', '/a/2')],
      ['hovering', () => app.hover(app.see('auto', '/a/1')[0])],
      ['an invalidation', () => app.invalidate()],
    ])('is repeated after 10 s, and not before by %s', (_name, trigger) => {
      trigger();
      app.pass(9 * SECOND);
      expect(app.asked).toHaveLength(1);
      app.pass(SECOND);
      expect(app.asked).toEqual(['shape of /a/1', expect.stringMatching(/^shape of /)]);
    });

    it('is not repeated when no link wants it any longer', () => {
      app.leave(...app.prefetcher.requests);
      app.pass(11 * SECOND);
      expect(app.asked).toHaveLength(1);
    });

    it('holds up no other request', async () => {
      app.see('full', '/b/1');
      await app.answerBoth('/b/1');
      expect(app.asked.slice(1)).toEqual(['shape of /b/1', 'page /b/1']);
    });
  });

  it('repeats a failed request for page data after 10 s, for a link in view alone', async () => {
    app.prefetcher.requests.add({ url: '/b/1', kind: 'full', onInvalid: () => {} });
    app.see('full', '/a/1');
    await app.end('/b/1', undefined);
    await app.answer('/a/1');
    await app.end('/a/1', undefined);
    app.pass(10 * SECOND);
    expect(app.asked.slice(2)).toEqual(['page /a/1', 'page /a/1']);
  });

  describe('an answer that cannot be shown', () => {
    const OUTCOME = { page: { url: '/a/1', status: 404, segments: [] } };

    it.each([
      ['an outcome', OUTCOME],
      ['another address', { location: 'http://example.com/' }],
    ])('counts as no failure, and holds for 300 s: %s', async (_name, loaded) => {
      app.see('full', '/a/1');
      await app.answer('/a/1');
      await app.end('/a/1', loaded);
      app.pass(299 * SECOND);
      app.prefetcher.consider();
      expect(app.asked.filter((each) => each === 'page /a/1')).toHaveLength(1);
    });

    it('is requested again at 300 s, or once something was invalidated', async () => {
      app.see('auto', '/a/1');
      await app.end('/a/1', OUTCOME);
      app.pass(300 * SECOND);
      app.prefetcher.consider();
      expect(app.asked).toHaveLength(2);
      await app.end('/a/1', OUTCOME);
      app.invalidate(['other']);
      app.pass(300);
      expect(app.asked).toHaveLength(3);
    });

    it('stops further requests for its shape, and leaves page data to be requested', async () => {
      app.see('auto', '/a/1', '/a/2');
      await app.end('/a/1', OUTCOME);
      expect(app.asked).toEqual(['shape of /a/1']);
      app.see('full', '/a/3');
      expect(app.asked).toEqual(['shape of /a/1', 'page /a/3']);
    });
  });

  it('repeats a shape request that is 60 s old, and not one of 59 s', async () => {
    app.see('auto', '/a/1');
    const first = app.get('/a/1');
    app.pass(59 * SECOND);
    expect(app.asked).toHaveLength(1);
    app.pass(SECOND);
    expect(first.signal.aborted).toBe(true);
    expect(app.asked).toEqual(['shape of /a/1', 'shape of /a/1']);
    await app.answer('/a/1');
    app.pass(60 * SECOND);
    expect(app.asked).toHaveLength(2);
  });

  it('neither repeats nor aborts a request that was answered or asks for page data', async () => {
    app.see('full', '/a/1');
    await app.answer('/a/1');
    app.pass(61 * SECOND);
    expect(app.asked).toEqual(['shape of /a/1', 'page /a/1']);
    await app.answer('/a/1');
    app.pass(61 * SECOND);
    // Browsers show an aborted request as given up.
    expect(app.requests.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });
});
