import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

const SECOND = 1000;

describe('Navigator, of what is held', () => {
  let app: NavigationHarness;

  beforeEach(async () => {
    app = new NavigationHarness();
    await app.visit('/b');
  });

  const listRequests = (): string[] => app.requests.slice(1).map(({ url }) => url);

  describe('a page', () => {
    it('of 59 s is shown without a request', async () => {
      app.clock.pass(59 * SECOND);
      app.go('/a');
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(listRequests()).toEqual([]);
    });

    it.each([61, 299])('of %d s is shown, then asked for', async (ageS) => {
      app.clock.pass(ageS * SECOND);
      app.go('/a');
      await turn();
      expect(listRequests()).toEqual([]);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(listRequests()).toEqual(['/a']);
    });

    it('of 300 s waits for the answer', async () => {
      app.clock.pass(300 * SECOND);
      app.go('/a');
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/b', '/base/a']);
    });
  });

  describe('what is loaded behind', () => {
    beforeEach(async () => {
      app.clock.pass(61 * SECOND);
      app.go('/a');
      await app.finish();
    });

    it('asks for what is too old alone', async () => {
      await app.answer();
      app.clock.pass(30 * SECOND);
      await app.visit('/c');
      app.clock.pass(31 * SECOND);
      app.go('/a');
      await app.finish();
      // The answer from 61 s ago contained frame and page, so both are stale.
      expect(app.request).toMatchObject({ url: '/a', held: [] });
    });

    it('is asked for as what nobody waits for, unlike a visit', () => {
      expect(app.requests.map(({ isBackground }) => isBackground)).toEqual([undefined, true]);
    });

    it('is shown when it is there, and makes no entry', async () => {
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.shownData).toBe('new');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/a']);
      expect(app.place.calls.at(-1)).toBe('arrive by none at /a from /a');
    });

    it('keeps the identity of what has not changed', async () => {
      const before = app.stage.shown.at(-1)?.page.segments;
      await app.answer();
      await app.finish();
      expect(app.stage.shown.at(-1)?.page.segments[1]).toBe(before?.[1]);
    });

    it('is not told to the visitor', () => {
      app.scheduler.pass(60_000);
      expect(app.progress.get().state).toBe('idle');
    });

    it('is asked for once', async () => {
      await app.answer({ staleMs: 0 });
      await app.finish();
      await turn();
      expect(listRequests()).toEqual(['/a']);
    });

    it('gives way to a visit', async () => {
      const { request } = app;
      app.go('/c');
      expect(request.signal.aborted).toBe(true);
      await app.answer({ request, data: { of: 'new' } });
      await app.answer();
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/c');
    });

    it('gives way to a visit when it is rendered already', async () => {
      await app.answer({ data: { of: 'new' } });
      app.go('/c');
      await app.finish();
      expect(app.shownData).toBe('/a');
    });

    it.each([
      { name: 'no answer', loaded: undefined },
      { name: 'another origin', loaded: { location: 'http://example.com/' } },
      { name: 'a fragment', loaded: { location: '/base/c#part' } },
    ])('changes nothing when it comes to $name', async ({ loaded }) => {
      const { length } = app.requests;
      await app.answerWith(loaded);
      await app.finish();
      expect(app.browser.departures).toEqual([]);
      expect(app.requests).toHaveLength(length);
      expect(app.shownData).toBe('/a');
    });

    it('changes nothing when its code does not come', async () => {
      app.code.keepWaiting()(false);
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.browser.departures).toEqual([]);
      expect(app.shownData).toBe('/a');
    });

    it('is not held, and tells nobody, when the browser is offline', async () => {
      app.browser.connect(false);
      await app.answerWith(undefined);
      expect(app.progress.get().state).toBe('idle');
      app.browser.connect(true);
      expect(listRequests()).toEqual(['/a']);
    });

    it('leaves address and fragment as other code has them', async () => {
      app.browser.history.replaceState({ theirs: 1 }, '', '/base/a?filter=open#part');
      app.navigator.follow();
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a?filter=open#part');
      expect(app.browser.history.state).toEqual({ theirs: 1 });
    });

    it('shows where the page has gone', async () => {
      await app.answer({ url: '/login' });
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/login');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/login']);
    });
  });

  describe('invalidating', () => {
    beforeEach(async () => {
      app.go('/c');
      await app.answer({ tags: ['issues'] });
      await app.finish();
      app.requests.splice(1);
    });

    it('asks again for what is shown, and leaves out the rest', () => {
      app.navigator.invalidate(['issues']);
      expect(app.request).toMatchObject({ url: '/c', held: ['frame'] });
    });

    it('asks for nothing when what is shown is not meant', () => {
      app.navigator.invalidate(['people']);
      expect(listRequests()).toEqual([]);
    });

    it('asks for everything again without tags', () => {
      app.navigator.invalidate();
      expect(app.request).toMatchObject({ url: '/c', held: [] });
    });

    it('forgets what was typed with everything else, and only then', () => {
      const forgotten = (): boolean => app.place.calls.includes('forget');
      app.navigator.invalidate(['issues']);
      app.navigator.invalidate(undefined, true);
      expect(forgotten()).toBe(false);
      app.navigator.invalidate();
      expect(forgotten()).toBe(true);
    });

    it('tells the visitor nothing of it', () => {
      app.navigator.invalidate(['issues']);
      app.scheduler.pass(60_000);
      expect(app.progress.get().state).toBe('idle');
    });

    it('has back and forward ask again', async () => {
      app.navigator.invalidate();
      await app.answer();
      await app.finish();
      app.traverse(-1);
      expect(app.request.url).toBe('/b');
    });

    it('asks again for a page that was about to be shown', async () => {
      await app.visit('/d');
      app.traverse(-1);
      await turn();
      app.navigator.invalidate(['issues']);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/c');
      expect(listRequests()).toEqual(['/d', '/c']);
    });
  });
});
