import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';

describe('Navigator', () => {
  const app = fresh(() => new NavigationHarness());

  describe('going to a page', () => {
    it('requests the page once, without the segments shown already, and its code beside', () => {
      app.go('/b?y=2');
      expect(app.requests).toMatchObject([{ url: '/b?y=2', held: ['frame'] }]);
      expect(app.code.anticipated).toEqual(['/b?y=2']);
    });

    it('leaves the shown page and address as they are until both change, but for the frame', async () => {
      app.go('/b');
      await app.answer();
      expect(app.shown).toEqual([]);
      expect(app.browser.addresses).toEqual(['/base/a']);
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
      expect(app.stage.shown[0]?.page.segments[0]).toBe(app.first.segments[0]);
    });

    it.each([
      ['/b', 'leave'],
      ['/a?x=1', 'remember at'],
    ])('remembers the previous page at its entry: before %s it is to %s', async (url, how) => {
      await app.visit(url);
      expect(app.place.calls).toEqual([
        'enter /a',
        `${how} /base/a`,
        `enter ${url}`,
        `arrive by push at ${url} from /a`,
      ]);
    });

    it.each([
      ['keeps the fragment', false, '/b', ['/base/a', '/base/b#there']],
      ['shows the address that the server names', false, '/c', ['/base/a', '/base/c#there']],
      ['replaces the current entry when asked to', true, '/b', ['/base/b#there']],
    ])('%s', async (_what, isReplace, url, addresses) => {
      await app.visit('/b#there', { isReplace }, { url });
      expect(app.browser.addresses).toEqual(addresses);
      const how = isReplace ? 'replace' : 'push';
      expect(app.place.calls.at(-1)).toBe(`arrive by ${how} at ${url} from /a`);
    });

    it.each([401, 403, 404, 500])(
      'shows the outcome in which the page ended: %d',
      async (status) => {
        await app.visit('/b', {}, { status });
        expect(app.stage.shown[0]?.page).toMatchObject({ url: '/b', status });
        expect(app.browser.departures).toEqual([]);
      },
    );
  });

  describe('going to the page that is shown', () => {
    it('requests all its segments, reports that, and shows the new data without an entry', async () => {
      app.go('/a');
      expect(app.request).toMatchObject({ url: '/a', held: [] });
      app.scheduler.pass(400);
      expect(app.progress.get()).toMatchObject({ state: 'loading' });
      await app.show({ data: { of: 'new' } });
      expect(app.shownData).toBe('new');
      expect(app.browser.addresses).toEqual(['/base/a']);
      expect(app.place.calls.at(-1)).toBe('arrive by none at /a from /a');
    });

    it.each([
      ['pushes its address without the fragment', false, ['/base/a#part', '/base/a']],
      ['takes the fragment out of the entry', true, ['/base/a']],
    ])('%s, and loads its data anew', async (_what, isReplace, addresses) => {
      app.browser.history.replaceState(null, '', '/base/a#part');
      await app.visit('/a', { isReplace });
      expect(app.browser.addresses).toEqual(addresses);
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.requests).toHaveLength(1);
    });

    it('keeps the fragment when the page is loaded again', async () => {
      app.browser.history.replaceState(null, '', '/base/a#part');
      app.navigator.go({ url: '/a', hash: '', isSame: true }, { entry: 'none' });
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/a#part']);
    });
  });

  describe('back and forward', () => {
    beforeEach(async () => {
      await app.visit('/b');
    });

    it.each([0, 86_400_000])(
      'show a held page at an age of %d ms, without a request or a new entry',
      async (ageMs) => {
        app.clock.pass(ageMs);
        await app.step(-1);
        expect(app.shown.at(-1)).toBe('/base/a');
        expect(app.requests).toHaveLength(1);
        expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
        expect(app.place.calls.at(-1)).toBe('arrive by traverse at /a from /b');
      },
    );

    it('request a page that was invalidated', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      await app.show();
      expect(app.requests.at(-1)).toMatchObject({ url: '/a', held: [] });
      expect(app.shown.at(-1)).toBe('/base/a');
    });

    it('show the page of an entry at the address that other code gave it', async () => {
      app.change('replaceState', '/base/b?filter=open', { theirs: 1 });
      await app.visit('/c');
      await app.step(-1);
      expect(app.shown.at(-1)).toBe('/base/b?filter=open');
      expect(app.stage.shown.at(-1)?.page.url).toBe('/b');
      expect(app.browser.history.state).toEqual({ theirs: 1 });
      expect(app.asked).toEqual(['/b', '/c']);
    });

    it('end on the page of the address, however fast the steps are', async () => {
      await app.visit('/c');
      app.traverse(-1);
      app.traverse(-1);
      await app.step(1);
      expect(app.shown.slice(2)).toEqual(['/base/b']);
      expect(app.browser.location.pathname).toBe('/base/b');
    });

    it('end on the shown page when the address is that of the page again', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      app.traverse(1);
      await app.show();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.request.signal.aborted).toBe(true);
      expect(app.progress.get().state).toBe('idle');
    });

    it('restore the shown page at another entry of the same page', async () => {
      app.change('pushState', '/base/b#part');
      app.place.calls.length = 0;
      await app.step(-1);
      expect(app.stage.moves.at(-1)).toBe('/base/b');
      expect(app.place.calls.slice(-2)).toEqual(['enter /b', 'restore']);
      expect(app.shown).toEqual(['/base/b']);
    });

    it('show another address when the server names one', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      await app.show({ url: '/login' });
      expect(app.shown.at(-1)).toBe('/base/login');
      expect(app.browser.addresses).toEqual(['/base/login', '/base/b']);
    });
  });

  describe('a change of the history by other code', () => {
    it('tells the shown page its new address, whose entry shows the same page', () => {
      app.change('pushState', '/base/a?filter=open');
      expect(app.stage.moves).toEqual(['/base/a?filter=open']);
      expect(app.requests).toEqual([]);
      expect(app.place.read().url).toBe('/a');
    });

    it('does not end the visit under way', async () => {
      app.go('/b');
      app.change('replaceState', '/base/a?filter=open');
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/a?filter=open', '/base/b']);
    });
  });

  describe('a second visit', () => {
    it('ends the request of the first one, and is shown, though that is answered first', async () => {
      app.go('/b');
      const { request } = app;
      app.go('/c');
      expect(request.signal.aborted).toBe(true);
      expect(app.request.signal.aborted).toBe(false);
      await app.show({ request });
      expect(app.shown).toEqual([]);
      await app.show();
      expect(app.shown).toEqual(['/base/c']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
    });

    it('is shown, though the first one is answered last', async () => {
      app.go('/b');
      const { request } = app;
      app.go('/c');
      await app.answer();
      await app.show({ request });
      expect(app.shown).toEqual(['/base/c']);
    });

    it.each([true, false])(
      'is shown in place of a page whose code is late, whether that arrives: %j',
      async (hasCode) => {
        app.go('/b');
        const arrive = app.code.keepWaiting();
        await app.answer();
        app.go('/c');
        arrive(hasCode);
        await turn();
        await app.show();
        expect(app.browser.departures).toEqual([]);
        expect(app.shown).toEqual(['/base/c']);
      },
    );

    it('keeps the rendered page of the first one from being shown, and waits for its own', async () => {
      app.go('/b');
      await app.answer();
      await app.goHeld('/c');
      expect(app.shown).toEqual([]);
      expect(app.browser.addresses).toEqual(['/base/a']);
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
    });

    it.each([undefined, { location: 'http://example.com/' }])(
      'keeps the document when the first one is answered with %j',
      async (loaded) => {
        app.go('/b');
        const { request } = app;
        app.go('/c');
        await app.answerWith(loaded, request);
        expect(app.requests).toHaveLength(2);
        expect(app.browser.departures).toEqual([]);
      },
    );

    it('may lead to the shown page, which then stays', async () => {
      app.go('/b');
      await app.answer();
      await app.visit('/a');
      expect(app.shown).toEqual(['/base/a']);
      expect(app.browser.addresses).toEqual(['/base/a']);
    });

    it('lets data of the shown page arrive until its own page is shown', async () => {
      await app.visit('/b');
      const { signal } = app.request;
      app.go('/c');
      await app.answer();
      expect(signal.aborted).toBe(false);
      await app.finish();
      expect(signal.aborted).toBe(true);
    });
  });

  it.each(['before its answer', 'once it is rendered'])('settles a visit %s', async (when) => {
    app.go('/b');
    app.scheduler.pass(400);
    if (when === 'once it is rendered') await app.answer();
    app.visits.settle();
    expect(app.progress.get().state).toBe('idle');
    await app.show();
    expect(app.shown).toEqual([]);
  });

  describe('the progress of a visit', () => {
    it('names the target and the source, and ends when the page is shown', async () => {
      const source = {};
      app.go('/b#there', { source });
      app.scheduler.pass(400);
      const to = 'http://localhost/base/b#there';
      expect(app.progress.get()).toEqual({ state: 'loading', to, source });
      await app.answer();
      expect(app.progress.get().state).toBe('loading');
      await app.finish();
      expect(app.progress.get().state).toBe('idle');
    });

    it('names the address of the entry that back or forward leads to', () => {
      app.browser.history.pushState({ theirs: 1 }, '', '/base/b');
      app.cache.invalidate();
      app.navigator.traverse();
      app.scheduler.pass(100);
      expect(app.progress.get()).toMatchObject({ to: 'http://localhost/base/b' });
    });
  });
});
