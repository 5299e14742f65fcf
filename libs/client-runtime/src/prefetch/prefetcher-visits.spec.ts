import { beforeEach, describe, expect, it } from '@jest/globals';
import { PrefetchHarness } from '../testing/prefetch-harness.ts';

const SECOND = 1000;

/** When it starts, gives way, and ends. */
describe('Prefetcher', () => {
  let app: PrefetchHarness;

  beforeEach(() => {
    app = new PrefetchHarness();
  });

  it('starts nothing before the paths are known, and then what is in view', () => {
    app.see('auto', '/a/1');
    expect(app.asked).toEqual([]);
    expect(app.anticipated).toEqual([]);
    app.prefetcher.start();
    expect(app.asked).toEqual(['shape of /a/1']);
  });

  it('ends for the document when it is told to, also before it has started', () => {
    app.see('auto', '/a/1');
    app.prefetcher.stop();
    app.prefetcher.start();
    app.prefetcher.resume(app.first);
    app.pass(SECOND);
    expect(app.asked).toEqual([]);
  });

  it('gives up what is on its way when it is stopped', () => {
    app.prefetcher.start();
    app.see('auto', '/a/1');
    app.prefetcher.stop();
    expect(app.inFlight).toEqual([]);
  });

  it('starts nothing offline, and goes on when the connection is back', () => {
    app.prefetcher.start();
    app.browser.connect(false);
    app.see('auto', '/a/1');
    expect(app.asked).toEqual([]);
    app.browser.connect(true);
    expect(app.asked).toEqual(['shape of /a/1']);
  });

  describe('while a visitor waits', () => {
    beforeEach(async () => {
      app.prefetcher.start();
      app.see('full', '/a/1', '/a/2');
      await app.answer('/a/1');
    });

    it('hands over what is on its way for the same page, and gives up the rest', async () => {
      const [own, other] = [app.get('/a/2'), app.get('/a/1')];
      const ahead = app.prefetcher.hold('/a/2');
      expect([own.signal.aborted, other.signal.aborted]).toEqual([false, true]);
      await app.answer('/a/2');
      await ahead;
      expect(app.cache.find('/a/2')).toBeDefined();
    });

    it('has nothing to hand over for another page', () => {
      expect(app.prefetcher.hold('/b/1')).toBeUndefined();
      expect(app.inFlight).toEqual([]);
    });

    it('gives up what was handed over when the visitor goes elsewhere', () => {
      const { signal } = app.get('/a/2');
      void app.prefetcher.hold('/a/2');
      void app.prefetcher.hold('/b/1');
      expect(signal.aborted).toBe(true);
    });

    it('starts nothing', async () => {
      const { length } = app.asked;
      void app.prefetcher.hold('/a/2');
      const [link] = app.see('full', '/b/1');
      app.hover(link);
      app.invalidate();
      app.pass(SECOND);
      expect(app.asked).toHaveLength(length);
    });

    it('does not take what it gave up for failed: it goes on when a page is shown', async () => {
      void app.prefetcher.hold('/b/1');
      await app.end('/a/1', undefined);
      await app.end('/a/2', undefined);
      const { length } = app.asked;
      app.prefetcher.resume(app.first);
      expect(app.asked.slice(length)).toEqual(['page /a/2', 'page /a/1']);
    });

    it('does not ask for the page that is shown then', () => {
      void app.prefetcher.hold('/a/2');
      const { length } = app.asked;
      app.invalidate();
      app.prefetcher.resume({ ...app.first, url: '/a/2' });
      app.pass(300);
      expect(app.asked.slice(length)).toEqual(['page /a/1']);
    });
  });

  describe('what need not be sent for a page', () => {
    it('are the layouts that are shown, and those of its shape', async () => {
      app.prefetcher.start();
      app.see('auto', '/a/1');
      await app.answer('/a/1');
      expect(app.prefetcher.listHeld('/a/7')).toEqual(['frame', 'layout a']);
      expect(app.prefetcher.listHeld('/b/7')).toEqual(['frame']);
      app.pass(60 * SECOND);
      expect(app.prefetcher.listHeld('/a/7')).toEqual([]);
    });
  });

  describe('for router.prefetch', () => {
    /** What became invalid. */
    let told: string[];

    beforeEach(() => {
      told = [];
      app.prefetcher.start();
    });

    function prefetch(url: string, kind: 'auto' | 'full' = 'full'): void {
      app.prefetcher.wishes.add({ url, kind, onInvalid: () => told.push(url) });
      app.prefetcher.consider();
    }

    it('asks once', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.pass(301 * SECOND);
      app.prefetcher.consider();
      expect(app.asked).toEqual(['shape of /a/1', 'page /a/1']);
    });

    it('says when what it got is 300 s old, once, and not before', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.pass(299 * SECOND);
      expect(told).toEqual([]);
      app.pass(SECOND);
      app.pass(600 * SECOND);
      expect(told).toEqual(['/a/1']);
    });

    it('says when it was invalidated, once, and asks again', async () => {
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

    it('says nothing of what was not there yet', () => {
      prefetch('/a/1');
      app.invalidate();
      app.pass(SECOND);
      expect(told).toEqual([]);
    });

    it('says nothing when something else was invalidated', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.invalidate(['/a/2']);
      app.pass(SECOND);
      expect(told).toEqual([]);
    });

    it('says when a layout was invalidated that it got', async () => {
      prefetch('/a/1', 'auto');
      await app.answer('/a/1');
      app.invalidate(['layout a']);
      app.pass(300);
      expect(told).toEqual(['/a/1']);
    });

    it('keeps nothing of what is over', async () => {
      prefetch('/a/1');
      await app.answerBoth('/a/1');
      app.pass(300 * SECOND);
      expect(app.prefetcher.wishes.size).toBe(0);
      expect(app.scheduler.waiting).toBe(0);
    });
  });
});
