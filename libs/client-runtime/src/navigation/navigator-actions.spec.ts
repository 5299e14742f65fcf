import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ShownPage } from '../cache/shown-page.ts';
import { toAnswer, toSegment } from '../testing/answers.ts';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

describe('Navigator with the answer of an action', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  function bring(url: string, of: unknown, status = 200): ShownPage {
    const segments = [toSegment('frame'), toSegment(url, { data: { of } })];
    const { data, deferred } = toAnswer(url, segments, { status });
    return app.cache.take(data, deferred) as ShownPage;
  }

  function receive(...received: Parameters<typeof app.runner.receive>): () => boolean {
    let isOver = false;
    void app.runner.receive(...received).then(() => (isOver = true));
    return () => isOver;
  }

  describe('an answer for the page that is shown', () => {
    it('is shown in its place, without a new entry, and reports when', async () => {
      const isOver = receive(bring('/a', 'new'));
      await turn();
      expect(isOver()).toBe(false);
      await app.finish();
      expect(isOver()).toBe(true);
      expect(app.shownData).toBe('new');
      expect(app.browser.addresses).toEqual(['/base/a']);
      expect(app.stage.shown.map(({ stay }) => stay)).toEqual([0]);
      expect(app.requests).toEqual([]);
    });

    it('replaces a page that is loading behind', async () => {
      app.navigator.invalidate();
      const { signal } = app.request;
      void receive(bring('/a', 'new'));
      await app.finish();
      expect(signal.aborted).toBe(true);
      expect(app.shownData).toBe('new');
    });

    it('is over when the visitor goes elsewhere before it is shown', async () => {
      const isOver = receive(bring('/a', 'new'));
      await turn();
      app.go('/b');
      await turn();
      expect(isOver()).toBe(true);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
    });

    it('is over when its code does not load', async () => {
      const end = app.code.keepWaiting();
      const isOver = receive(bring('/a', 'new'));
      end(false);
      await turn();
      expect(isOver()).toBe(true);
      expect(app.browser.departures).toEqual([]);
    });
  });

  it('goes to another page that the action led to, without a question', async () => {
    app.blocker.add('Leave?');
    const isOver = receive(bring('/b?x=1', 'led'));
    await app.finish();
    expect(isOver()).toBe(true);
    expect(app.blocker.get()).toBeUndefined();
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b?x=1']);
    expect(app.requests).toEqual([]);
  });

  it('asks no question about an address that the action led to', async () => {
    app.blocker.add('Leave?');
    app.go('/b', { onEnd: () => undefined });
    await app.answer();
    await app.finish();
    expect(app.shown).toEqual(['/base/b']);
  });

  describe('an answer without a page', () => {
    it('loads nothing when no shown data was invalidated', async () => {
      const isOver = receive();
      await turn();
      expect(isOver()).toBe(true);
      expect(app.requests).toEqual([]);
    });

    it('loads invalidated data again, and reports when they are shown', async () => {
      app.cache.invalidate(null);
      const isOver = receive();
      await app.answer({ data: { of: 'again' } });
      expect(isOver()).toBe(false);
      await app.finish();
      expect(isOver()).toBe(true);
      expect(app.shownData).toBe('again');
    });

    it.each([
      ['no answer comes', undefined],
      ['the answer leads elsewhere', { location: '/sign-in' }],
    ])('is over when %s', async (_, loaded) => {
      app.cache.invalidate(null);
      const isOver = receive();
      await app.answerWith(loaded);
      expect(isOver()).toBe(true);
      expect(app.browser.departures).toEqual([]);
    });

    it('leaves loading to a visit that is under way', async () => {
      app.go('/b');
      app.cache.invalidate(null);
      const isOver = receive();
      await turn();
      expect(isOver()).toBe(true);
      expect(app.requests.map(({ url }) => url)).toEqual(['/b']);
    });
  });

  describe('the place of the visitor', () => {
    const isSame = (here: object): boolean => here === app.where.here;

    it('stays the same while the shown page gets other data', async () => {
      const here = app.where.here;
      void receive(bring('/a', 'new'));
      await app.finish();
      app.navigator.invalidate();
      await app.answer();
      await app.finish();
      expect(isSame(here)).toBe(true);
    });

    it('is new once another page is asked for, and the same when that arrives', async () => {
      const before = app.where.here;
      app.go('/b');
      const here = app.where.here;
      expect([isSame(before), app.runner.isOnWay()]).toEqual([false, true]);
      await app.answerWith({ location: '/base/c' });
      await app.answer();
      await app.finish();
      expect([isSame(here), app.runner.isOnWay()]).toEqual([true, false]);
    });

    it('is the same when an awaited page starts again with the connection', async () => {
      app.browser.navigator.onLine = false;
      app.go('/b');
      await app.finish();
      const here = app.where.here;
      app.browser.navigator.onLine = true;
      app.browser.dispatchEvent(new Event('online'));
      await app.answer();
      await app.finish();
      expect([isSame(here), app.shown]).toEqual([true, ['/base/b']]);
    });

    it('is the shown page while its deferred data are still to come', async () => {
      const { data, deferred } = toAnswer('/b', [
        toSegment('frame'),
        toSegment('/b', { deferred: ['late'] }),
      ]);
      app.cache.take(data, deferred);
      app.go('/b');
      await app.finish();
      const here = app.where.here;
      expect(isSame(here)).toBe(true);
      await app.answer();
      await app.finish();
      expect(isSame(here)).toBe(true);
    });

    it.each([
      ['another page', '/b'],
      ['another query of it', '/a?x=1'],
    ])('is a new one once the visitor has gone to %s and back', async (_, address) => {
      const here = app.where.here;
      await app.visit(address);
      expect(isSame(here)).toBe(false);
      app.traverse(-1);
      await app.finish();
      expect(isSame(here)).toBe(false);
      expect(isSame(app.where.here)).toBe(true);
    });

    it('is a new one after an action has led to another page', async () => {
      const here = app.where.here;
      void receive(bring('/b', 'led'));
      await app.finish();
      expect(isSame(here)).toBe(false);
    });
  });

  it('keeps typed text and kept pages when data of any tag are invalidated', () => {
    app.navigator.invalidate(null);
    expect(app.place.calls).not.toContain('forget');
    expect(app.stage.forgotten).toBe(0);
    expect(app.requests).toHaveLength(1);
  });
});
