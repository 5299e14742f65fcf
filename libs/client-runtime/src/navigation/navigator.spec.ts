import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

describe('Navigator', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  describe('going to a page', () => {
    it('requests the page once, and begins to load its code beside', () => {
      app.go('/b?y=2');
      expect(app.requests.map(({ url }) => url)).toEqual(['/b?y=2']);
      expect(app.code.anticipated).toEqual(['/b?y=2']);
    });

    it('requests no segments that are shown already', () => {
      app.go('/b');
      expect(app.request.held).toEqual(['frame']);
    });

    it('leaves the shown page and address as they are until both change', async () => {
      app.go('/b');
      await app.answer();
      expect(app.shown).toEqual([]);
      expect(app.browser.addresses).toEqual(['/base/a']);
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    });

    it('remembers how the previous page is left, at its entry', async () => {
      await app.visit('/b');
      expect(app.place.calls).toEqual([
        'enter /a',
        'leave /base/a',
        'enter /b',
        'arrive by push at /b from /a',
      ]);
    });

    it('remembers the page without leaving it when only the query changes', async () => {
      await app.visit('/a?x=1');
      expect(app.place.calls[1]).toBe('remember at /base/a');
    });

    it('keeps the identity of the frame around the page', async () => {
      await app.visit('/b');
      expect(app.stage.shown[0]?.page.segments[0]).toBe(app.first.segments[0]);
    });

    it('keeps the fragment', async () => {
      await app.visit('/b#there');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b#there']);
    });

    it('shows the address that the server names for the page', async () => {
      app.go('/b#there');
      await app.answer({ url: '/c' });
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c#there']);
    });

    it('replaces the current entry when asked to', async () => {
      await app.visit('/b', { isReplace: true });
      expect(app.browser.addresses).toEqual(['/base/b']);
      expect(app.place.calls.at(-1)).toBe('arrive by replace at /b from /a');
    });

    it.each([401, 403, 404, 500])(
      'shows the outcome in which the page ended: %d',
      async (status) => {
        app.go('/b');
        await app.answer({ status });
        await app.finish();
        expect(app.stage.shown[0]?.page).toMatchObject({ url: '/b', status });
        expect(app.browser.departures).toEqual([]);
      },
    );
  });

  describe('going to the page that is shown', () => {
    it('requests all segments of the page', () => {
      app.go('/a');
      expect(app.request).toMatchObject({ url: '/a', held: [] });
    });

    it('makes no entry', async () => {
      await app.visit('/a');
      expect(app.browser.addresses).toEqual(['/base/a']);
      expect(app.place.calls.at(-1)).toBe('arrive by none at /a from /a');
    });

    it('shows the new data of the page', async () => {
      app.go('/a');
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.shownData).toBe('new');
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
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a#part']);
    });

    it('is reported as loading like any other visit', () => {
      app.go('/a');
      app.scheduler.pass(100);
      expect(app.progress.get()).toMatchObject({ state: 'loading' });
    });
  });

  describe('back and forward', () => {
    beforeEach(async () => {
      await app.visit('/b');
    });

    it('show a held page, without a request or a new entry', async () => {
      app.traverse(-1);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.requests).toHaveLength(1);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
      expect(app.place.calls.at(-1)).toBe('arrive by traverse at /a from /b');
    });

    it('show a page that is a day old', async () => {
      app.clock.pass(86_400_000);
      app.traverse(-1);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.requests).toHaveLength(1);
    });

    it('request a page that was invalidated', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      await app.answer();
      await app.finish();
      expect(app.requests.at(-1)).toMatchObject({ url: '/a', held: [] });
      expect(app.shown.at(-1)).toBe('/base/a');
    });

    it('show the page of an entry at the address that other code gave it', async () => {
      app.browser.history.replaceState({ theirs: 1 }, '', '/base/b?filter=open');
      app.navigator.follow();
      await app.visit('/c');
      app.traverse(-1);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/b?filter=open');
      expect(app.stage.shown.at(-1)?.page.url).toBe('/b');
      expect(app.browser.history.state).toEqual({ theirs: 1 });
      expect(app.requests.map(({ url }) => url)).toEqual(['/b', '/c']);
    });

    it('end on the page of the address, however fast the steps are', async () => {
      await app.visit('/c');
      app.traverse(-1);
      app.traverse(-1);
      app.traverse(1);
      await app.finish();
      expect(app.shown.slice(2)).toEqual(['/base/b']);
      expect(app.browser.location.pathname).toBe('/base/b');
    });

    it('end on the shown page when the address is that of the page again', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      app.traverse(1);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.request.signal.aborted).toBe(true);
      expect(app.progress.get().state).toBe('idle');
    });

    it('restore the shown page at another entry of the same page', async () => {
      app.browser.history.pushState(null, '', '/base/b#part');
      app.navigator.follow();
      app.place.calls.length = 0;
      app.traverse(-1);
      await app.finish();
      expect(app.stage.moves.at(-1)).toBe('/base/b');
      expect(app.place.calls.slice(-2)).toEqual(['enter /b', 'restore']);
      expect(app.shown).toEqual(['/base/b']);
    });

    it('show another address when the server names one', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      await app.answer({ url: '/login' });
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/login');
      expect(app.browser.addresses).toEqual(['/base/login', '/base/b']);
    });
  });

  describe('a change of the history by other code', () => {
    it('tells the shown page its new address, without a request', () => {
      app.browser.history.pushState(null, '', '/base/a?filter=open');
      app.navigator.follow();
      expect(app.stage.moves).toEqual(['/base/a?filter=open']);
      expect(app.requests).toEqual([]);
    });

    it('notes that the new entry shows the same page', () => {
      app.browser.history.pushState(null, '', '/base/a?filter=open');
      app.navigator.follow();
      expect(app.place.read().url).toBe('/a');
    });

    it('does not end the visit under way', async () => {
      app.go('/b');
      app.browser.history.replaceState(null, '', '/base/a?filter=open');
      app.navigator.follow();
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a?filter=open', '/base/b']);
    });
  });

  describe('a second visit', () => {
    it('ends the request of the first one', () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      expect(first?.signal.aborted).toBe(true);
      expect(app.request.signal.aborted).toBe(false);
    });

    it('is shown, though the first one is answered first', async () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      await app.answer(first && { request: first });
      await app.finish();
      expect(app.shown).toEqual([]);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/c']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
    });

    it('is shown, though the first one is answered last', async () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      await app.answer();
      await app.answer(first && { request: first });
      await app.finish();
      expect(app.shown).toEqual(['/base/c']);
    });

    it('is shown in place of a page whose code has not arrived', async () => {
      app.go('/b');
      const arrive = app.code.keepWaiting();
      await app.answer();
      app.go('/c');
      await app.answer();
      arrive(true);
      await app.finish();
      expect(app.shown).toEqual(['/base/c']);
    });

    it('keeps the rendered page of the first one from being shown, and waits for its own', async () => {
      app.go('/b');
      await app.answer();
      app.go('/c');
      await app.finish();
      expect(app.shown).toEqual([]);
      expect(app.browser.addresses).toEqual(['/base/a']);
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
    });

    it('keeps the document when the first one gets no answer', async () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      await app.answerWith(undefined, first);
      expect(app.browser.departures).toEqual([]);
    });

    it('keeps the document when the code of the first one does not arrive', async () => {
      app.go('/b');
      const arrive = app.code.keepWaiting();
      await app.answer();
      app.go('/c');
      arrive(false);
      await turn();
      expect(app.browser.departures).toEqual([]);
    });

    it('is not redirected when the first one is', async () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      await app.answerWith({ location: 'http://example.com/' }, first);
      expect(app.requests).toHaveLength(2);
      expect(app.browser.departures).toEqual([]);
    });

    it('may lead to the shown page, which then stays', async () => {
      app.go('/b');
      await app.answer();
      app.go('/a');
      await app.answer();
      await app.finish();
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

  describe('settling', () => {
    it('ends the visit under way', async () => {
      app.go('/b');
      app.scheduler.pass(400);
      app.navigator.settle();
      expect(app.progress.get().state).toBe('idle');
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual([]);
    });

    it('keeps a rendered page from being shown', async () => {
      app.go('/b');
      await app.answer();
      app.navigator.settle();
      await app.finish();
      expect(app.shown).toEqual([]);
    });
  });

  describe('the progress of a visit', () => {
    it('names the target and the source', () => {
      const source = {};
      app.go('/b#there', { source });
      app.scheduler.pass(100);
      const to = 'http://localhost/base/b#there';
      expect(app.progress.get()).toEqual({ state: 'loading', to, source });
    });

    it('ends when the page is shown, not when it arrives', async () => {
      app.go('/b');
      app.scheduler.pass(400);
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

    it('is slow after 3800 ms', () => {
      app.go('/b');
      app.scheduler.pass(3800);
      expect(app.progress.get().state).toBe('slow');
    });
  });
});
