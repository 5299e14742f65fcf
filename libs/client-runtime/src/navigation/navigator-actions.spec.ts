import { describe, expect, it } from '@jest/globals';
import type { ShownPage } from '../cache/shown-page.ts';
import { toSegment } from '../testing/answers.ts';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';

describe('Navigator with the answer of an action', () => {
  const app = fresh(() => new NavigationHarness());

  function bring(url: string, of: unknown, status = 200): ShownPage {
    return app.take(url, [toSegment('frame'), toSegment(url, { data: { of } })], { status });
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
      await app.show();
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

  it('goes to another page or address that the action led to, without a question', async () => {
    app.blocker.add('Leave?');
    const isOver = receive(bring('/b?x=1', 'led'));
    await app.finish();
    expect(isOver()).toBe(true);
    expect(app.blocker.get()).toBeUndefined();
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b?x=1']);
    expect(app.requests).toEqual([]);
    await app.visit('/c', { onEnd: () => undefined });
    expect(app.shown.at(-1)).toBe('/base/c');
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
      expect(app.asked).toEqual(['/b']);
    });
  });

  describe('the place of the visitor', () => {
    const isSame = (here: object): boolean => here === app.where.here;

    it('goes on while the shown page is loaded again, and gets other data', async () => {
      const { here } = app.where;
      app.go('/a');
      expect(isSame(here)).toBe(true);
      void receive(bring('/a', 'new'));
      await app.finish();
      app.navigator.invalidate();
      await app.show();
      expect(isSame(here)).toBe(true);
      app.go('/b');
      expect(isSame(here)).toBe(false);
    });

    it('is new once another page is asked for, and the same when that arrives', async () => {
      const before = app.where.here;
      app.go('/b');
      const here = app.where.here;
      expect([isSame(before), app.runner.isOnWay()]).toEqual([false, true]);
      await app.answerWith({ location: '/base/c' });
      await app.show();
      expect([isSame(here), app.runner.isOnWay()]).toEqual([true, false]);
    });

    it('is the same when an awaited page starts again with the connection', async () => {
      app.browser.connect(false);
      await app.goHeld('/b');
      const here = app.where.here;
      app.browser.connect(true);
      await app.show();
      expect([isSame(here), app.shown]).toEqual([true, ['/base/b']]);
    });

    it('is the shown page while its deferred data are still to come', async () => {
      app.take('/b', [toSegment('frame'), toSegment('/b', { deferred: ['late'] })]);
      await app.goHeld('/b');
      const here = app.where.here;
      expect(isSame(here)).toBe(true);
      await app.show();
      expect(isSame(here)).toBe(true);
    });

    it.each<[string, () => Promise<void>]>([
      ['another page', () => app.visit('/b')],
      ['another query of it', () => app.visit('/a?x=1')],
      ['a page that an action led to', () => (void receive(bring('/b', 'led')), app.finish())],
    ])('is a new one once the visitor has gone to %s and back', async (_, go) => {
      const here = app.where.here;
      await go();
      expect(isSame(here)).toBe(false);
      await app.step(-1);
      expect(isSame(here)).toBe(false);
      expect(isSame(app.where.here)).toBe(true);
    });
  });

  it('keeps typed text and kept pages when data of any tag are invalidated', () => {
    app.navigator.invalidate(null);
    expect(app.place.calls).not.toContain('forget');
    expect(app.stage.forgotten).toBe(0);
    expect(app.requests).toHaveLength(1);
  });
});
