import { beforeEach, describe, expect, it } from '@jest/globals';
import { toSegment } from '../testing/answers.ts';
import { PrefetchHarness } from '../testing/prefetch-harness.ts';

const SECOND = 1000;

describe('Prefetcher', () => {
  let app: PrefetchHarness;

  beforeEach(() => {
    app = new PrefetchHarness();
  });

  it('requests nothing more in the document once it is stopped', () => {
    app.prefetcher.stop();
    app.see('auto', '/a/1');
    app.prefetcher.resume();
    app.pass(SECOND);
    expect(app.asked).toEqual([]);
  });

  it('aborts its requests when it is stopped', () => {
    app.see('auto', '/a/1');
    app.prefetcher.stop();
    expect(app.inFlight).toEqual([]);
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
      app.shown = app.take('/a/1', [toSegment('frame'), toSegment('layout a'), toSegment('/a/1')]);
      app.prefetcher.consider();
      app.shown = app.first;
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
      app.shown = app.take('/b/1', [toSegment('frame'), toSegment('/b/1')], { status: 404 });
      app.prefetcher.consider();
      app.shown = app.first;
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

    it('has no request to hand over for another page', () => {
      expect(app.prefetcher.hold('/b/1')).toBeUndefined();
      expect(app.inFlight).toEqual([]);
    });

    it('aborts a request that was handed over when the visitor goes elsewhere', () => {
      const { signal } = app.get('/a/2');
      void app.prefetcher.hold('/a/2');
      void app.prefetcher.hold('/b/1');
      expect(signal.aborted).toBe(true);
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
      app.shown = { ...app.first, url: '/a/2' };
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

    it('requests a page once', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.pass(301 * SECOND);
      app.prefetcher.consider();
      expect(app.asked).toEqual(['shape of /a/1', 'page /a/1']);
    });

    it('reports once when its data are 300 s old, and not before', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.pass(299 * SECOND);
      expect(told).toEqual([]);
      app.pass(SECOND);
      app.pass(600 * SECOND);
      expect(told).toEqual(['/a/1']);
    });

    it('reports an invalidation of its data once, and requests them again', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
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
      prefetch('/a/1');
      await app.answerBoth('/a/1');
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

    it('reports nothing when other data was invalidated', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.invalidate(['/a/2']);
      app.pass(SECOND);
      expect(told).toEqual([]);
    });

    it('reports when a layout that it got was invalidated', async () => {
      prefetch('/a/1', 'auto');
      await app.answer('/a/1');
      app.invalidate(['layout a']);
      app.pass(300);
      expect(told).toEqual(['/a/1']);
    });

    it('keeps no request whose data are too old', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.pass(300 * SECOND);
      expect(app.prefetcher.requests.size).toBe(0);
      expect(app.scheduler.waiting).toBe(0);
    });
  });
});
