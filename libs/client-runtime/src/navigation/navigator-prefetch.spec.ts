import { beforeEach, describe, expect, it } from '@jest/globals';
import { toAnswer, toSegment } from '../testing/answers.ts';
import type { Answer } from '../testing/answers.ts';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

describe('Navigator with prefetched data', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  const calls = (): string[] => app.prefetch.calls;

  function keep(url: string, deferred: readonly string[] = []): Answer {
    const answer = toAnswer(url, [toSegment('frame'), toSegment(url, { deferred })]);
    app.cache.take(answer.data, answer.deferred);
    return answer;
  }

  describe('prefetching', () => {
    it('gives way to a visit, and goes on at its page', async () => {
      await app.visit('/b');
      expect(calls()).toEqual(['give way to /b', 'go on at /b']);
    });

    it('gives way to a visit that is shown from memory', async () => {
      keep('/b');
      app.go('/b');
      await app.finish();
      expect(calls()).toEqual(['give way to /b', 'go on at /b']);
    });

    it('goes on when the visit fails', async () => {
      app.go('/b');
      await app.answerWith(undefined);
      expect(calls()).toEqual(['give way to /b', 'go on at /a']);
    });

    it('goes on when the visitor gives up the visit', () => {
      app.go('/b');
      app.navigator.settle();
      expect(calls()).toEqual(['give way to /b', 'go on at /a']);
    });

    it('does not go on before the page of a second visit is shown', async () => {
      app.go('/b');
      app.go('/c');
      await app.answer();
      expect(calls()).toEqual(['give way to /b', 'give way to /c']);
    });

    it('does not give way to a load behind the shown page', () => {
      app.navigator.invalidate();
      expect(app.request.url).toBe('/a');
      expect(calls()).toEqual(['renew']);
    });
  });

  describe('the segments that need not be sent for a page', () => {
    it('are the layouts that are shown, and those prefetched for its shape', () => {
      // ` /b` is the shape of `/b`, because the harness gives each address a shape of its own.
      keep(' /b');
      expect(app.listHeld('/b')).toEqual(['frame', ' /b']);
      expect(app.listHeld('/c')).toEqual(['frame']);
      app.clock.pass(60_000);
      expect(app.listHeld('/b')).toEqual([]);
    });
  });

  describe('a page whose prefetch is on its way', () => {
    let arrive: () => void;

    beforeEach(async () => {
      app.prefetch.ahead.set('/b', new Promise<void>((resolve) => (arrive = resolve)));
      app.go('/b');
      await turn();
    });

    it('is not requested again, and shown when it arrives', async () => {
      expect(app.requests).toEqual([]);
      keep('/b');
      arrive();
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.requests).toEqual([]);
    });

    it('is requested when the prefetch brings nothing', async () => {
      arrive();
      await turn();
      expect(app.requests).toMatchObject([{ url: '/b', held: ['frame'] }]);
    });

    it('is not requested when the visitor has gone elsewhere meanwhile', async () => {
      app.go('/c');
      arrive();
      await turn();
      expect(app.requests).toMatchObject([{ url: '/c' }]);
    });

    it('is loaded again behind when something was invalidated meanwhile', async () => {
      const epoch = app.cache.epoch();
      app.navigator.invalidate(['other']);
      const { data, deferred } = toAnswer('/b', [toSegment('frame'), toSegment('/b')]);
      app.cache.take(data, deferred, epoch);
      arrive();
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.requests).toMatchObject([{ url: '/b' }]);
    });
  });

  describe('a held page without its deferred data', () => {
    beforeEach(async () => {
      keep('/b', ['late']);
      app.go('/b');
      await turn();
    });

    it('is requested at once, not only when it is shown', () => {
      expect(app.requests).toMatchObject([{ url: '/b', held: ['frame'] }]);
      expect(app.shown).toEqual([]);
    });

    it('is shown before the answer, then as answered, in one entry', async () => {
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      await app.answer({ data: { of: 'all of it' } });
      await app.finish();
      expect(app.shownData).toBe('all of it');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
      expect(app.requests).toHaveLength(1);
    });

    it('is shown as answered when the answer comes first', async () => {
      await app.answer({ data: { of: 'all of it' } });
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.shownData).toBe('all of it');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    });

    it('keeps its request once it is shown', async () => {
      await app.finish();
      await app.answer();
      await app.finish();
      expect(app.request.signal.aborted).toBe(false);
    });

    it('is loaded by the browser, once, when the answer does not come', async () => {
      await app.finish();
      await app.answerWith(undefined);
      expect(app.shown).toEqual(['/base/b']);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/b']);
    });

    it('is held while the browser is offline', async () => {
      await app.finish();
      app.browser.connect(false);
      await app.answerWith(undefined);
      expect(app.progress.get()).toMatchObject({ state: 'held' });
      app.browser.connect(true);
      await app.answer({ data: { of: 'all of it' } });
      await app.finish();
      expect(app.shownData).toBe('all of it');
      expect(app.browser.departures).toEqual([]);
    });

    it('follows a redirect of its answer', async () => {
      await app.finish();
      await app.answerWith({ location: '/base/c' });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
    });

    it('gives up its request for another visit before it is shown', async () => {
      const { request } = app;
      app.go('/c');
      expect(request.signal.aborted).toBe(true);
    });

    it('gives up its request for another visit once it is shown', async () => {
      await app.finish();
      const { request } = app;
      app.go('/c');
      expect(request.signal.aborted).toBe(true);
      await app.answer({ request, data: { of: 'all of it' } });
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/b', '/base/c']);
    });
  });

  it('reports a page as slow while its prefetch does not arrive', async () => {
    app.prefetch.ahead.set('/b', new Promise(() => {}));
    app.go('/b');
    app.scheduler.pass(3800);
    expect(app.progress.get().state).toBe('slow');
  });
});
