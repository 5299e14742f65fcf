import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

describe('Navigator', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  describe('going to a page', () => {
    it('asks for it once, and begins to load its code beside', () => {
      app.go('/b?y=2');
      expect(app.requests.map(({ url }) => url)).toEqual(['/b?y=2']);
      expect(app.code.anticipated).toEqual(['/b?y=2']);
    });

    it('asks for nothing that is shown already', () => {
      app.go('/b');
      expect(app.request.held).toEqual(['frame']);
    });

    it('leaves page and address as they are until both change', async () => {
      app.go('/b');
      await app.answer();
      expect(app.shown).toEqual([]);
      expect(app.browser.addresses).toEqual(['/base/a']);
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    });

    it('remembers how the page before is left, at its entry', async () => {
      await app.visit('/b');
      expect(app.place.calls).toEqual([
        'enter /a',
        'leave /base/a',
        'enter /b',
        'arrive by push at /b from /a',
      ]);
    });

    it('only remembers it when the visitor stays on the page, at another query', async () => {
      await app.visit('/a?x=1');
      expect(app.place.calls[1]).toBe('remember at /base/a');
    });

    it('keeps the identity of the frame around it', async () => {
      await app.visit('/b');
      expect(app.stage.shown[0]?.page.segments[0]).toBe(app.first.segments[0]);
    });

    it('keeps the fragment', async () => {
      await app.visit('/b#there');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b#there']);
    });

    it('shows the address where the server says that it is', async () => {
      app.go('/b#there');
      await app.answer({ url: '/c' });
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c#there']);
    });

    it('takes the place of the entry when asked to', async () => {
      await app.visit('/b', { isReplace: true });
      expect(app.browser.addresses).toEqual(['/base/b']);
      expect(app.place.calls.at(-1)).toBe('arrive by replace at /b from /a');
    });

    it.each([401, 403, 404, 500])('shows what it ended with: %d', async (status) => {
      app.go('/b');
      await app.answer({ status });
      await app.finish();
      expect(app.stage.shown[0]?.page).toMatchObject({ url: '/b', status });
      expect(app.browser.departures).toEqual([]);
    });
  });

  describe('going to the page that is shown', () => {
    it('asks for all of it', () => {
      app.go('/a');
      expect(app.request).toMatchObject({ url: '/a', held: [] });
    });

    it('makes no entry', async () => {
      await app.visit('/a');
      expect(app.browser.addresses).toEqual(['/base/a']);
      expect(app.place.calls.at(-1)).toBe('arrive by none at /a from /a');
    });

    it('shows its new data', async () => {
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

    it('leaves the fragment as it is when it is loaded again', async () => {
      app.browser.history.replaceState(null, '', '/base/a#part');
      app.navigator.go({ url: '/a', hash: '', isSame: true }, { entry: 'none' });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a#part']);
    });

    it('is waited for as any other', () => {
      app.go('/a');
      app.scheduler.pass(100);
      expect(app.progress.get()).toMatchObject({ state: 'loading' });
    });
  });

  describe('back and forward', () => {
    beforeEach(async () => {
      await app.visit('/b');
    });

    it('show what was there, without a request, and make no entry', async () => {
      app.traverse(-1);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.requests).toHaveLength(1);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
      expect(app.place.calls.at(-1)).toBe('arrive by traverse at /a from /b');
    });

    it('show what is a day old', async () => {
      app.clock.pass(86_400_000);
      app.traverse(-1);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.requests).toHaveLength(1);
    });

    it('ask for what was invalidated', async () => {
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

    it('end on the page of the address, however fast', async () => {
      await app.visit('/c');
      app.traverse(-1);
      app.traverse(-1);
      app.traverse(1);
      await app.finish();
      expect(app.shown.slice(2)).toEqual(['/base/b']);
      expect(app.browser.location.pathname).toBe('/base/b');
    });

    it('end on the page that is shown, when it is that of the address', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      app.traverse(1);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.request.signal.aborted).toBe(true);
      expect(app.progress.get().state).toBe('idle');
    });

    it('restore the page that is shown at another entry of it', async () => {
      app.browser.history.pushState(null, '', '/base/b#part');
      app.navigator.follow();
      app.place.calls.length = 0;
      app.traverse(-1);
      await app.finish();
      expect(app.stage.moves.at(-1)).toBe('/base/b');
      expect(app.place.calls.slice(-2)).toEqual(['enter /b', 'restore']);
      expect(app.shown).toEqual(['/base/b']);
    });

    it('show another address where the server says so', async () => {
      app.cache.invalidate();
      app.traverse(-1);
      await app.answer({ url: '/login' });
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/login');
      expect(app.browser.addresses).toEqual(['/base/login', '/base/b']);
    });
  });

  describe('following other code', () => {
    it('tells the page that is shown its new address, without a request', () => {
      app.browser.history.pushState(null, '', '/base/a?filter=open');
      app.navigator.follow();
      expect(app.stage.moves).toEqual(['/base/a?filter=open']);
      expect(app.requests).toEqual([]);
    });

    it('notes that the new entry shows this page', () => {
      app.browser.history.pushState(null, '', '/base/a?filter=open');
      app.navigator.follow();
      expect(app.place.read().url).toBe('/a');
    });

    it('goes on with what is waited for', async () => {
      app.go('/b');
      app.browser.history.replaceState(null, '', '/base/a?filter=open');
      app.navigator.follow();
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a?filter=open', '/base/b']);
    });
  });

  describe('another visit', () => {
    it('ends the request of the one before', () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      expect(first?.signal.aborted).toBe(true);
      expect(app.request.signal.aborted).toBe(false);
    });

    it('is shown, though the one before is answered first', async () => {
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

    it('is shown, though the one before is answered last', async () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      await app.answer();
      await app.answer(first && { request: first });
      await app.finish();
      expect(app.shown).toEqual(['/base/c']);
    });

    it('is shown in place of one whose code has not come', async () => {
      app.go('/b');
      const arrive = app.code.keepWaiting();
      await app.answer();
      app.go('/c');
      await app.answer();
      arrive(true);
      await app.finish();
      expect(app.shown).toEqual(['/base/c']);
    });

    it('keeps one from being shown that is rendered, and waits', async () => {
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

    it('does not leave the page because the one before has no answer', async () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      await app.answerWith(undefined, first);
      expect(app.browser.departures).toEqual([]);
    });

    it('does not leave the page because the code of the one before does not come', async () => {
      app.go('/b');
      const arrive = app.code.keepWaiting();
      await app.answer();
      app.go('/c');
      arrive(false);
      await turn();
      expect(app.browser.departures).toEqual([]);
    });

    it('is not sent on where the one before is', async () => {
      app.go('/b');
      const [first] = app.requests;
      app.go('/c');
      await app.answerWith({ location: 'http://example.com/' }, first);
      expect(app.requests).toHaveLength(2);
      expect(app.browser.departures).toEqual([]);
    });

    it('may be the page that is shown, which then stays', async () => {
      app.go('/b');
      await app.answer();
      app.go('/a');
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/a']);
      expect(app.browser.addresses).toEqual(['/base/a']);
    });

    it('leaves what still arrives for the page that is shown alone until it is shown itself', async () => {
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
    it('ends what is under way', async () => {
      app.go('/b');
      app.scheduler.pass(400);
      app.navigator.settle();
      expect(app.progress.get().state).toBe('idle');
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual([]);
    });

    it('keeps what is rendered from being shown', async () => {
      app.go('/b');
      await app.answer();
      app.navigator.settle();
      await app.finish();
      expect(app.shown).toEqual([]);
    });
  });

  describe('what the visitor waits for', () => {
    it('is told with where it comes from', () => {
      const source = {};
      app.go('/b#there', { source });
      app.scheduler.pass(100);
      const to = 'http://localhost/base/b#there';
      expect(app.progress.get()).toEqual({ state: 'loading', to, source });
    });

    it('is over when it is shown, not when it is there', async () => {
      app.go('/b');
      app.scheduler.pass(400);
      await app.answer();
      expect(app.progress.get().state).toBe('loading');
      await app.finish();
      expect(app.progress.get().state).toBe('idle');
    });

    it('is an entry of the history at its own address', () => {
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
