import { beforeEach, describe, expect, it } from '@jest/globals';
import { toAnswer, toSegment } from '../testing/answers.ts';
import type { Answer } from '../testing/answers.ts';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

describe('Navigator, of what is prefetched', () => {
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

    it('goes on when the visitor gives up', () => {
      app.go('/b');
      app.navigator.settle();
      expect(calls()).toEqual(['give way to /b', 'go on at /a']);
    });

    it('does not go on before a page is shown that another one led to', async () => {
      app.go('/b');
      app.go('/c');
      await app.answer();
      expect(calls()).toEqual(['give way to /b', 'give way to /c']);
    });

    it('does not give way to what is loaded behind', () => {
      app.navigator.invalidate();
      expect(app.request.url).toBe('/a');
      expect(calls()).toEqual(['renew']);
    });
  });

  describe('what need not be sent for a page', () => {
    it('are the layouts that are shown, and those of its shape', () => {
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

    it('is not asked for again, and shown when it is there', async () => {
      expect(app.requests).toEqual([]);
      keep('/b');
      arrive();
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.requests).toEqual([]);
    });

    it('is asked for when nothing comes of that', async () => {
      arrive();
      await turn();
      expect(app.requests).toMatchObject([{ url: '/b', held: ['frame'] }]);
    });

    it('is not asked for when the visitor has gone elsewhere meanwhile', async () => {
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

  describe('a page that lacks what is deferred', () => {
    beforeEach(async () => {
      keep('/b', ['late']);
      app.go('/b');
      await turn();
    });

    it('is asked for at once, not only when it is shown: it may have to wait for that', () => {
      expect(app.requests).toMatchObject([{ url: '/b', held: ['frame'] }]);
      expect(app.shown).toEqual([]);
    });

    it('is shown before the answer, then as it is answered, as one entry', async () => {
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      await app.answer({ data: { of: 'all of it' } });
      await app.finish();
      expect(app.shownData).toBe('all of it');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
      expect(app.requests).toHaveLength(1);
    });

    it('is shown as it is answered when that comes first', async () => {
      await app.answer({ data: { of: 'all of it' } });
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.shownData).toBe('all of it');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    });

    it('goes on arriving once it is shown', async () => {
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

    it('follows its answer elsewhere', async () => {
      await app.finish();
      await app.answerWith({ location: '/base/c' });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
    });

    it('gives way to the next one, shown or not', async () => {
      const { request } = app;
      app.go('/c');
      expect(request.signal.aborted).toBe(true);
    });

    it('gives way to the next one once it is shown', async () => {
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

  it('says that a page is slow which is waited for', async () => {
    app.prefetch.ahead.set('/b', new Promise(() => {}));
    app.go('/b');
    app.scheduler.pass(3800);
    expect(app.progress.get().state).toBe('slow');
  });
});
