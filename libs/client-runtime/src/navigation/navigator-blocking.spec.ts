import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';

describe('Navigator, while something is unsaved', () => {
  let app: NavigationHarness;
  let save: () => void;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  const type = (): void => void (save = app.blocker.add('Sure?'));

  const isAsked = (): boolean => app.blocker.get() !== undefined;

  const isAskedByBrowser = (): boolean => app.browser.unload().asks;

  const answer = async (isLeaving: boolean): Promise<void> => {
    app.blocker.answer(isLeaving);
    await turn();
  };

  describe('going to another page', () => {
    beforeEach(type);

    it('asks before anything is loaded', () => {
      app.go('/b');
      expect(isAsked()).toBe(true);
      expect([app.requests, app.code.anticipated]).toEqual([[], []]);
      app.scheduler.pass(10_000);
      expect(app.progress.get().state).toBe('idle');
    });

    it('drops the navigation when the visitor stays', async () => {
      app.go('/b');
      await answer(false);
      await app.finish();
      expect([app.requests, app.shown, app.browser.addresses]).toEqual([[], [], ['/base/a']]);
    });

    it('continues the navigation as it was requested when the visitor leaves', async () => {
      const source = {};
      app.go('/b#there', { source, isReplace: true });
      await answer(true);
      app.scheduler.pass(100);
      expect(app.progress.get()).toMatchObject({ to: 'http://localhost/base/b#there', source });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/b#there']);
      expect(isAsked()).toBe(false);
    });

    it('asks about the page that was requested last', async () => {
      app.go('/b');
      app.go('/c');
      await answer(true);
      expect(app.requests.map(({ url }) => url)).toEqual(['/c']);
    });

    it('asks again for another page while the first one is loading', async () => {
      app.go('/b');
      await answer(true);
      app.go('/c');
      expect(isAsked()).toBe(true);
      expect(app.request.signal.aborted).toBe(true);
      await answer(false);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual([]);
    });

    it('follows redirects without another question', async () => {
      app.go('/b');
      await answer(true);
      await app.answerWith({ location: '/base/c' });
      expect(isAsked()).toBe(false);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual(['/base/c']);
    });

    it('continues without another question when the connection is back', async () => {
      app.browser.connect(false);
      app.go('/b');
      await answer(true);
      app.browser.connect(true);
      expect(isAsked()).toBe(false);
      expect(app.requests).toHaveLength(1);
    });

    it('asks nothing when all is saved', () => {
      save();
      app.go('/b');
      expect(isAsked()).toBe(false);
      expect(app.requests).toHaveLength(1);
    });

    it('asks again at the next page about input that is unsaved around it', async () => {
      app.go('/b');
      await answer(true);
      await app.answer();
      await app.finish();
      app.go('/c');
      expect(isAsked()).toBe(true);
    });
  });

  describe('staying on the page', () => {
    beforeEach(type);

    it.each(['/a', '/a?x=1'])('asks nothing for a visit to %s', async (address) => {
      await app.visit(address);
      expect(isAsked()).toBe(false);
      expect(app.shown).toEqual([`/base${address}`]);
    });

    it('asks nothing about a load behind, even when that redirects', async () => {
      app.navigator.invalidate();
      await app.answer({ url: '/sign-in' });
      await app.finish();
      expect(isAsked()).toBe(false);
      expect(app.shown).toEqual(['/base/sign-in']);
    });

    it('shows a load behind while the question is open', async () => {
      app.navigator.invalidate();
      app.go('/b');
      await app.answer({ data: { of: 'new' } });
      await app.finish();
      expect(app.shownData).toBe('new');
      expect(isAsked()).toBe(true);
      await answer(true);
      expect(app.request.url).toBe('/b');
    });

    it('asks when the answer is for another page', async () => {
      app.go('/a');
      await app.answer({ url: '/sign-in' });
      expect(isAsked()).toBe(true);
      await answer(false);
      await app.finish();
      expect(app.shown).toEqual([]);
    });

    it('asks when the answer redirects to another page', async () => {
      app.go('/a?x=1');
      await app.answerWith({ location: '/base/sign-in' });
      expect(isAsked()).toBe(true);
      expect(app.requests).toHaveLength(1);
    });

    it('lets the browser ask when the visit fails', async () => {
      app.go('/a?x=1');
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['assign http://localhost/base/a?x=1']);
      expect(isAskedByBrowser()).toBe(true);
    });
  });

  describe('a page that is loading when the visitor starts to type', () => {
    it('is shown only after a question', async () => {
      app.go('/b');
      app.scheduler.pass(400);
      type();
      await app.answer();
      await app.finish();
      expect(isAsked()).toBe(true);
      expect(app.shown).toEqual([]);
      expect(app.progress.get().state).toBe('idle');
    });

    it('is shown without another request when the visitor leaves', async () => {
      app.go('/b');
      type();
      await app.answer();
      await answer(true);
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
      expect(app.requests).toHaveLength(1);
    });

    it('is dropped when the visitor goes to another page', async () => {
      app.go('/b');
      type();
      app.go('/c');
      await app.answer({ request: app.requests[0] });
      await answer(true);
      expect(app.request.url).toBe('/c');
    });
  });

  describe('leaving by a full navigation', () => {
    beforeEach(type);

    it('keeps the browser from asking again', async () => {
      app.go('/b');
      await answer(true);
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
      expect(isAskedByBrowser()).toBe(false);
    });

    it('asks again when the document has stayed', async () => {
      app.go('/b');
      await answer(true);
      await app.answerWith(undefined);
      isAskedByBrowser();
      app.go('/c');
      expect(isAsked()).toBe(true);
      expect(isAskedByBrowser()).toBe(true);
    });
  });

  describe('back and forward', () => {
    beforeEach(async () => {
      await app.visit('/b');
      await app.visit('/c');
      type();
    });

    it('return to the page first, and ask', async () => {
      app.traverse(-1);
      await turn();
      expect(isAsked()).toBe(true);
      expect(app.browser.location.href).toBe('http://localhost/base/c');
      expect(app.place.calls.at(-1)).toBe('restore');
    });

    it('stay at the page when the visitor stays', async () => {
      app.traverse(-1);
      await turn();
      await answer(false);
      await app.finish();
      expect(app.browser.location.href).toBe('http://localhost/base/c');
      expect(app.shown).toEqual(['/base/b', '/base/c']);
    });

    it('lead on to their own entry when the visitor leaves', async () => {
      app.traverse(-2);
      await turn();
      await answer(true);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.browser.location.href).toBe('http://localhost/base/a');
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/c']);
    });

    it('lead to the entry that they went to last', async () => {
      app.traverse(-1);
      app.traverse(-1);
      await turn();
      expect(app.browser.location.href).toBe('http://localhost/base/c');
      await answer(true);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
    });

    it('give way to a link that is followed meanwhile', async () => {
      app.traverse(-1);
      await turn();
      app.go('/d');
      await answer(true);
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/c', '/base/d']);
    });

    it('ask about an earlier stay on the same page', async () => {
      save();
      await app.visit('/b?x=1');
      type();
      app.traverse(-2);
      await turn();
      expect(isAsked()).toBe(true);
      expect(app.browser.location.href).toBe('http://localhost/base/b?x=1');
    });

    it('ask nothing between two queries of the page', async () => {
      save();
      await app.visit('/c?x=1');
      type();
      app.traverse(-1);
      await app.finish();
      expect(isAsked()).toBe(false);
      expect(app.shown.at(-1)).toBe('/base/c');
    });

    it('ask when the page arrives, if the visitor typed meanwhile', async () => {
      save();
      app.cache.invalidate();
      app.traverse(-1);
      type();
      await app.answer();
      expect(isAsked()).toBe(true);
      expect(app.browser.location.href).toBe('http://localhost/base/c');
      await answer(true);
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/b');
      expect(app.browser.location.href).toBe('http://localhost/base/b');
    });

    it('lead on without a question where entries have no names', async () => {
      app.browser.navigation = undefined;
      app.traverse(-1);
      await app.finish();
      expect(isAsked()).toBe(false);
      expect(app.shown.at(-1)).toBe('/base/b');
    });
  });
});
