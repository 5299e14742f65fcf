import { beforeEach, describe, expect, it } from '@jest/globals';
import { toAnswer, toSegment } from '../testing/answers.ts';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';

describe('Navigator with prefetched data', () => {
  const app = fresh(() => new NavigationHarness());

  const calls = (): string[] => app.prefetch.calls;

  const keep = (url: string, deferred: readonly string[] = []): unknown =>
    app.take(url, [toSegment('frame'), toSegment(url, { deferred })]);

  describe('prefetching', () => {
    it.each<[string, string, () => unknown]>([
      ['a visit, and goes on at its page', '/b', () => app.visit('/b')],
      ['a visit that is shown from memory', '/b', () => (keep('/b'), app.goHeld('/b'))],
      ['a visit, and goes on when it fails', '/a', () => app.goAnswered('/b')],
      [
        'a visit, and goes on when the visitor gives it up',
        '/a',
        () => {
          app.go('/b');
          app.visits.settle();
        },
      ],
    ])('gives way to %s', async (_what, url, go) => {
      await go();
      expect(calls()).toEqual(['give way to /b', `go on at ${url}`]);
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

    it('is requested when the prefetch brings nothing, unless the visitor has gone elsewhere', async () => {
      arrive();
      await turn();
      expect(app.requests).toMatchObject([{ url: '/b', held: ['frame'] }]);
      app.prefetch.ahead.set('/d', new Promise<void>((resolve) => (arrive = resolve)));
      app.go('/d');
      await turn();
      app.go('/c');
      arrive();
      await turn();
      expect(app.asked).toEqual(['/b', '/c']);
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

    it('is requested at once, shown before the answer, then as answered, in one entry', async () => {
      expect(app.requests).toMatchObject([{ url: '/b', held: ['frame'] }]);
      expect(app.shown).toEqual([]);
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      await app.show({ data: { of: 'all of it' } });
      expect(app.shownData).toBe('all of it');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
      expect(app.requests).toHaveLength(1);
      expect(app.request.signal.aborted).toBe(false);
    });

    it('is shown as answered when the answer comes first', async () => {
      await app.show({ data: { of: 'all of it' } });
      expect(app.shown).toEqual(['/base/b']);
      expect(app.shownData).toBe('all of it');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
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
      await app.show({ data: { of: 'all of it' } });
      expect(app.shownData).toBe('all of it');
      expect(app.browser.departures).toEqual([]);
    });

    it('follows a redirect of its answer', async () => {
      await app.finish();
      await app.answerWith({ location: '/base/c' });
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
    });

    it.each([false, true])(
      'gives up its request for another visit, shown before: %j',
      async (isShown) => {
        if (isShown) await app.finish();
        const { request } = app;
        app.go('/c');
        expect(request.signal.aborted).toBe(true);
        await app.answer({ request, data: { of: 'all of it' } });
        await app.show();
        expect(app.shown).toEqual(isShown ? ['/base/b', '/base/c'] : ['/base/c']);
      },
    );
  });

  it('reports a page as slow while its prefetch does not arrive', async () => {
    app.prefetch.ahead.set('/b', new Promise(() => {}));
    app.go('/b');
    app.scheduler.pass(3800);
    expect(app.progress.get().state).toBe('slow');
  });
});
