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

  it.each([
    [59, true, []],
    [61, true, ['/a']],
    [299, true, ['/a']],
    [300, false, ['/a']],
  ])('shows a page at an age of %d s before any answer: %j', async (ageS, isShown, requests) => {
    app.clock.pass(ageS * SECOND);
    app.go('/a');
    await turn();
    expect(listRequests()).toEqual(isShown ? [] : ['/a']);
    await app.finish();
    expect(app.shown).toEqual(isShown ? ['/base/b', '/base/a'] : ['/base/b']);
    expect(listRequests()).toEqual(requests);
    await app.show();
    expect(app.shown.slice(0, 2)).toEqual(['/base/b', '/base/a']);
  });

  describe('a shown page that was invalidated', () => {
    const see = (hidden: boolean): void => {
      app.browser.document = { hidden };
      app.browser.dispatchEvent(new Event('visibilitychange'));
    };

    it('is loaded again when its tab is seen', () => {
      see(true);
      app.navigator.invalidate(null);
      expect(listRequests()).toEqual([]);
      see(false);
      expect(listRequests()).toEqual(['/b']);
    });

    it.each([
      ['the tab is seen again', () => see(false)],
      ['the connection is back', () => app.browser.connect(true)],
    ])('is loaded again after a failure when %s', async (_when, happen) => {
      app.navigator.invalidate(null);
      await app.answerWith(undefined);
      expect(app.failures).toBe(1);
      happen();
      expect(listRequests()).toEqual(['/b', '/b']);
      await app.show({ data: { of: 'new' } });
      expect(app.shownData).toBe('new');
      see(false);
      expect(listRequests()).toHaveLength(2);
    });
  });

  describe('a load behind the shown page', () => {
    beforeEach(async () => {
      app.clock.pass(61 * SECOND);
      await app.goHeld('/a');
    });

    it('requests the segments that are stale', async () => {
      await app.answer();
      app.clock.pass(30 * SECOND);
      await app.visit('/c');
      app.clock.pass(31 * SECOND);
      await app.goHeld('/a');
      // The answer from 61 s ago contained frame and page, so both are stale.
      expect(app.request).toMatchObject({ url: '/a', held: [] });
    });

    it('is shown when it arrives, once, without a new entry or a report', async () => {
      app.scheduler.pass(60_000);
      expect(app.progress.get().state).toBe('idle');
      await app.show({ data: { of: 'new' }, staleMs: 0 });
      await turn();
      expect(app.shownData).toBe('new');
      expect(listRequests()).toEqual(['/a']);
      expect(app.requests.map(({ isBackground }) => isBackground)).toEqual([undefined, true]);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/a']);
      expect(app.place.calls.at(-1)).toBe('arrive by none at /a from /a');
    });

    it.each([false, true])('gives way to a visit, rendered already: %j', async (isRendered) => {
      const { request } = app;
      if (isRendered) await app.answer({ data: { of: 'new' } });
      app.go('/c');
      expect(request.signal.aborted).toBe(true);
      await app.show({ request, data: { of: 'new' } });
      expect(app.shownData).toBe('/a');
      await app.show();
      expect(app.shown.at(-1)).toBe('/base/c');
    });

    it.each([
      { name: 'no answer', loaded: undefined },
      { name: 'another origin', loaded: { location: 'http://example.com/' } },
      { name: 'a fragment', loaded: { location: '/base/c#part' } },
      { name: 'a page whose code does not load', loaded: 'page' as const },
    ])('changes nothing when it leads to $name', async ({ loaded }) => {
      const { length } = app.requests;
      if (loaded === 'page') {
        app.code.keepWaiting()(false);
        await app.answer({ data: { of: 'new' } });
      } else await app.answerWith(loaded);
      await app.finish();
      expect(app.browser.departures).toEqual([]);
      expect(app.requests).toHaveLength(length);
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
      app.change('replaceState', '/base/a?filter=open#part', { theirs: 1 });
      await app.show({ data: { of: 'new' } });
      expect(app.shown.at(-1)).toBe('/base/a?filter=open#part');
      expect(app.browser.history.state).toEqual({ theirs: 1 });
    });

    it('shows the address where the page has gone', async () => {
      await app.show({ url: '/login' });
      expect(app.shown.at(-1)).toBe('/base/login');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/login']);
    });
  });

  describe('invalidation', () => {
    beforeEach(async () => {
      await app.visit('/c', {}, { tags: ['issues'] });
      app.requests.splice(1);
    });

    it.each([
      [['issues'], [{ url: '/c', held: ['frame'] }]],
      [['people'], []],
      [undefined, [{ url: '/c', held: [] }]],
    ])('requests the shown segments with its tags, all without any: %j', (tags, requests) => {
      app.navigator.invalidate(tags);
      expect(app.requests.slice(1)).toMatchObject(requests);
      app.scheduler.pass(60_000);
      expect(app.progress.get().state).toBe('idle');
    });

    it('forgets typed text when it covers everything, and only then', () => {
      const forgotten = (): boolean => app.place.calls.includes('forget');
      app.navigator.invalidate(['issues']);
      app.navigator.invalidate(undefined, true);
      expect(forgotten()).toBe(false);
      app.navigator.invalidate();
      expect(forgotten()).toBe(true);
    });

    it('makes back and forward request pages again', async () => {
      app.navigator.invalidate();
      await app.show();
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
