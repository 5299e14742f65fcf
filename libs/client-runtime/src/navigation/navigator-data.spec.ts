import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

const SECOND = 1000;

describe('Navigator with held data', () => {
  let app: NavigationHarness;

  beforeEach(async () => {
    app = new NavigationHarness();
    await app.visit('/b');
  });

  const listRequests = (): string[] => app.requests.slice(1).map(({ url }) => url);

  describe('a held page', () => {
    it('is shown without a request at an age of 59 s', async () => {
      app.clock.pass(59 * SECOND);
      app.go('/a');
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(listRequests()).toEqual([]);
    });

    it.each([61, 299])('is shown at an age of %d s, then requested', async (ageS) => {
      app.clock.pass(ageS * SECOND);
      app.go('/a');
      await turn();
      expect(listRequests()).toEqual([]);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(listRequests()).toEqual(['/a']);
    });

    it('waits for the answer at an age of 300 s', async () => {
      app.clock.pass(300 * SECOND);
      app.go('/a');
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/b', '/base/a']);
    });
  });

  describe('a load behind the shown page', () => {
    beforeEach(async () => {
      app.clock.pass(61 * SECOND);
      app.go('/a');
      await app.finish();
    });

    it('requests the segments that are stale', async () => {
      await app.answer();
      app.clock.pass(30 * SECOND);
      await app.visit('/c');
      app.clock.pass(31 * SECOND);
      app.go('/a');
      await app.finish();
      // The answer from 61 s ago contained frame and page, so both are stale.
      expect(app.request).toMatchObject({ url: '/a', held: [] });
    });

    it('is marked as a request that nobody waits for, unlike a visit', () => {
      expect(app.requests.map(({ isBackground }) => isBackground)).toEqual([undefined, true]);
    });

    it('is shown when it arrives, without a new entry', async () => {
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.shownData).toBe('new');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/a']);
      expect(app.place.calls.at(-1)).toBe('arrive by none at /a from /a');
    });

    it('keeps the identity of unchanged segments', async () => {
      const before = app.stage.shown.at(-1)?.page.segments;
      await app.answer();
      await app.finish();
      expect(app.stage.shown.at(-1)?.page.segments[1]).toBe(before?.[1]);
    });

    it('is not reported to the visitor', () => {
      app.scheduler.pass(60_000);
      expect(app.progress.get().state).toBe('idle');
    });

    it('is requested once', async () => {
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

    it('gives way to a visit even when it is rendered already', async () => {
      await app.answer({ data: { of: 'new' } });
      app.go('/c');
      await app.finish();
      expect(app.shownData).toBe('/a');
    });

    it.each([
      { name: 'no answer', loaded: undefined },
      { name: 'another origin', loaded: { location: 'http://example.com/' } },
      { name: 'a fragment', loaded: { location: '/base/c#part' } },
    ])('changes nothing when it leads to $name', async ({ loaded }) => {
      const { length } = app.requests;
      await app.answerWith(loaded);
      await app.finish();
      expect(app.browser.departures).toEqual([]);
      expect(app.requests).toHaveLength(length);
      expect(app.shownData).toBe('/a');
    });

    it('changes nothing when its code does not load', async () => {
      app.code.keepWaiting()(false);
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.browser.departures).toEqual([]);
      expect(app.shownData).toBe('/a');
    });

    it('is neither held nor reported when the browser is offline', async () => {
      app.browser.connect(false);
      await app.answerWith(undefined);
      expect(app.progress.get().state).toBe('idle');
      app.browser.connect(true);
      expect(listRequests()).toEqual(['/a']);
    });

    it('keeps the address and fragment that other code has set', async () => {
      app.browser.history.replaceState({ theirs: 1 }, '', '/base/a?filter=open#part');
      app.navigator.follow();
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a?filter=open#part');
      expect(app.browser.history.state).toEqual({ theirs: 1 });
    });

    it('shows the address where the page has gone', async () => {
      await app.answer({ url: '/login' });
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/login');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/login']);
    });
  });

  describe('invalidation', () => {
    beforeEach(async () => {
      app.go('/c');
      await app.answer({ tags: ['issues'] });
      await app.finish();
      app.requests.splice(1);
    });

    it('requests the invalidated segments of the shown page, and not the rest', () => {
      app.navigator.invalidate(['issues']);
      expect(app.request).toMatchObject({ url: '/c', held: ['frame'] });
    });

    it('requests nothing when no shown segment has its tags', () => {
      app.navigator.invalidate(['people']);
      expect(listRequests()).toEqual([]);
    });

    it('requests all segments again when it names no tags', () => {
      app.navigator.invalidate();
      expect(app.request).toMatchObject({ url: '/c', held: [] });
    });

    it('forgets typed text when it covers everything, and only then', () => {
      const forgotten = (): boolean => app.place.calls.includes('forget');
      app.navigator.invalidate(['issues']);
      app.navigator.invalidate(undefined, true);
      expect(forgotten()).toBe(false);
      app.navigator.invalidate();
      expect(forgotten()).toBe(true);
    });

    it('is not reported to the visitor', () => {
      app.navigator.invalidate(['issues']);
      app.scheduler.pass(60_000);
      expect(app.progress.get().state).toBe('idle');
    });

    it('makes back and forward request pages again', async () => {
      app.navigator.invalidate();
      await app.answer();
      await app.finish();
      app.traverse(-1);
      expect(app.request.url).toBe('/b');
    });

    it('requests a page again that was about to be shown', async () => {
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
