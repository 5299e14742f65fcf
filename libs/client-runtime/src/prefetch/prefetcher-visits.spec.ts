import { beforeEach, describe, expect, it } from '@jest/globals';
import { toSegment } from '../testing/answers.ts';
import { PrefetchHarness } from '../testing/prefetch-harness.ts';
import { fresh } from '../../../../test/support/fresh.ts';

const SECOND = 1000;

describe('Prefetcher', () => {
  const app = fresh(() => new PrefetchHarness());

  it('aborts its requests when it is stopped, and requests nothing more', () => {
    app.see('auto', '/a/1');
    app.prefetcher.stop();
    expect(app.inFlight).toEqual([]);
    app.see('auto', '/b/1');
    app.prefetcher.resume();
    app.pass(SECOND);
    expect(app.asked).toEqual(['shape of /a/1']);
  });

  it('starts nothing offline, and goes on when the connection is back', () => {
    app.browser.connect(false);
    app.see('auto', '/a/1');
    expect(app.asked).toEqual([]);
    app.browser.connect(true);
    expect(app.asked).toEqual(['shape of /a/1']);
  });

  describe('a shape whose page was shown', () => {
    beforeEach(() => {
      app.where.page = app.take('/a/1', [
        toSegment('frame'),
        toSegment('layout a'),
        toSegment('/a/1'),
      ]);
      app.prefetcher.consider();
      app.where.page = app.first;
    });

    it('is not requested for as long as its prefetched data are reusable', () => {
      app.see('auto', '/a/2');
      app.pass(299 * SECOND);
      app.see('auto', '/a/3');
      expect(app.asked).toEqual([]);
      app.pass(SECOND);
      app.see('auto', '/a/4');
      expect(app.asked).toEqual(['shape of /a/4']);
    });

    it('is requested when an outcome stood in place of its page', () => {
      app.where.page = app.take('/b/1', [toSegment('frame'), toSegment('/b/1')], { status: 404 });
      app.prefetcher.consider();
      app.where.page = app.first;
      app.see('auto', '/b/2');
      expect(app.asked).toEqual(['shape of /b/2']);
    });

    it('is requested anew once an action has changed something', () => {
      app.see('auto', '/a/2');
      app.invalidate();
      app.pass(SECOND);
      expect(app.asked).toEqual(['shape of /a/2']);
    });
  });

  describe('prefetching while a visitor waits', () => {
    beforeEach(async () => {
      app.see('full', '/a/1', '/a/2');
      await app.answer('/a/1');
    });

    it('hands over its request for the same page, and aborts the rest', async () => {
      const [own, other] = [app.get('/a/2'), app.get('/a/1')];
      const ahead = app.prefetcher.hold('/a/2');
      expect([own.signal.aborted, other.signal.aborted]).toEqual([false, true]);
      await app.answer('/a/2');
      await ahead;
      expect(app.cache.find('/a/2')).toBeDefined();
    });

    it('aborts a request that was handed over when the visitor goes elsewhere', () => {
      const { signal } = app.get('/a/2');
      void app.prefetcher.hold('/a/2');
      expect(app.prefetcher.hold('/b/1')).toBeUndefined();
      expect(signal.aborted).toBe(true);
      expect(app.inFlight).toEqual([]);
    });

    it('starts no request', async () => {
      const { length } = app.asked;
      void app.prefetcher.hold('/a/2');
      const [link] = app.see('full', '/b/1');
      app.hover(link);
      app.invalidate();
      app.pass(SECOND);
      expect(app.asked).toHaveLength(length);
    });

    it('does not count aborted requests as failed, and repeats them when a page is shown', async () => {
      void app.prefetcher.hold('/b/1');
      await app.end('/a/1', undefined);
      await app.end('/a/2', undefined);
      const { length } = app.asked;
      app.prefetcher.resume();
      expect(app.asked.slice(length)).toEqual(['page /a/2', 'page /a/1']);
    });

    it('does not request the page that is shown then', () => {
      void app.prefetcher.hold('/a/2');
      const { length } = app.asked;
      app.invalidate();
      app.where.page = { ...app.first, url: '/a/2' };
      app.prefetcher.resume();
      app.pass(300);
      expect(app.asked.slice(length)).toEqual(['page /a/1']);
    });
  });

  describe('router.prefetch', () => {
    let told: string[];

    beforeEach(() => {
      told = [];
    });

    function prefetch(url: string, kind: 'auto' | 'full' = 'full'): void {
      app.prefetcher.request({ url, kind, onInvalid: () => told.push(url) });
    }

    async function prefetchAll(url: string): Promise<void> {
      prefetch(url);
      await app.answerBoth(url);
    }

    it('requests a page once, and reports once when its data are 300 s old, not before', async () => {
      await prefetchAll('/a/1');
      app.pass(299 * SECOND);
      expect(told).toEqual([]);
      app.pass(SECOND);
      expect([app.prefetcher.requests.size, app.scheduler.waiting]).toEqual([0, 0]);
      app.pass(600 * SECOND);
      app.prefetcher.consider();
      expect(told).toEqual(['/a/1']);
      expect(app.asked).toEqual(['shape of /a/1', 'page /a/1']);
    });

    it('reports an invalidation of its data once, and requests them again', async () => {
      await prefetchAll('/a/1');
      app.invalidate(['/a/1']);
      app.pass(300);
      expect(told).toEqual(['/a/1']);
      expect(app.asked.slice(2)).toEqual(['page /a/1']);
      await app.answer('/a/1');
      app.invalidate(['/a/1']);
      app.pass(300);
      app.pass(600 * SECOND);
      expect(told).toEqual(['/a/1']);
    });

    it('requests layouts and data again after everything was invalidated', async () => {
      await prefetchAll('/a/1');
      app.invalidate();
      app.pass(300);
      await app.answerBoth('/a/1');
      expect(told).toEqual(['/a/1']);
      expect(app.asked.slice(2)).toEqual(['shape of /a/1', 'page /a/1']);
    });

    it('reports nothing about data that had not arrived yet', () => {
      prefetch('/a/1');
      app.invalidate();
      app.pass(SECOND);
      expect(told).toEqual([]);
    });

    it.each<[string, 'auto' | 'full', string[], string[]]>([
      ['nothing when other data was invalidated', 'full', ['/a/2'], []],
      ['when a layout that it got was invalidated', 'auto', ['layout a'], ['/a/1']],
    ])('reports %s', async (_what, kind, tags, heard) => {
      prefetch('/a/1', kind);
      await app.answer('/a/1');
      if (kind === 'full') await app.answer('/a/1');
      app.invalidate(tags);
      app.pass(SECOND);
      expect(told).toEqual(heard);
    });
  });
});
