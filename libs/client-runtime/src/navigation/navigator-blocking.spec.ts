import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';

describe('Navigator, while something is unsaved', () => {
  const app = fresh(() => new NavigationHarness());
  let save: () => void;

  const type = (): void => void (save = app.blocker.add('Sure?'));

  const isAsked = (): boolean => app.blocker.get() !== undefined;

  const isAskedByBrowser = (): boolean => app.browser.unload().asks;

  const answer = async (isLeaving: boolean): Promise<void> => {
    app.blocker.answer(isLeaving);
    await turn();
  };

  const leaveFor = async (address: string): Promise<void> => {
    app.go(address);
    await answer(true);
  };

  const stepAndAsk = async (...steps: number[]): Promise<void> => {
    for (const each of steps) app.traverse(each);
    await turn();
  };

  describe('going to another page', () => {
    beforeEach(type);

    it('asks before anything is loaded, and drops the navigation when the visitor stays', async () => {
      app.go('/b');
      expect(isAsked()).toBe(true);
      expect([app.requests, app.code.anticipated]).toEqual([[], []]);
      app.scheduler.pass(10_000);
      expect(app.progress.get().state).toBe('idle');
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
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/b#there']);
      expect(isAsked()).toBe(false);
    });

    it('asks again for another page while the first one is loading', async () => {
      await leaveFor('/b');
      app.go('/c');
      expect(isAsked()).toBe(true);
      expect(app.request.signal.aborted).toBe(true);
      await answer(false);
      await app.show();
      expect(app.shown).toEqual([]);
    });

    it('follows redirects without another question', async () => {
      await leaveFor('/b');
      await app.answerWith({ location: '/base/c' });
      expect(isAsked()).toBe(false);
      await app.show();
      expect(app.shown).toEqual(['/base/c']);
    });

    it('continues without another question when the connection is back', async () => {
      app.browser.connect(false);
      await leaveFor('/b');
      app.browser.connect(true);
      expect(isAsked()).toBe(false);
      expect(app.requests).toHaveLength(1);
    });

    it('asks again at the next page about input that is unsaved around it', async () => {
      await leaveFor('/b');
      await app.show();
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
      await app.show({ url: '/sign-in' });
      expect(isAsked()).toBe(false);
      expect(app.shown).toEqual(['/base/sign-in']);
    });

    it('shows a load behind while the question is open', async () => {
      app.navigator.invalidate();
      await app.visit('/b', {}, { data: { of: 'new' } });
      expect(app.shownData).toBe('new');
      expect(isAsked()).toBe(true);
      await answer(true);
      expect(app.request.url).toBe('/b');
    });

    it.each([
      ['is for', () => app.answer({ url: '/sign-in' })],
      ['redirects to', () => app.answerWith({ location: '/base/sign-in' })],
    ])('asks when the answer %s another page', async (_how, end) => {
      app.go('/a');
      await end();
      expect(isAsked()).toBe(true);
      await answer(false);
      await app.finish();
      expect(app.shown).toEqual([]);
      expect(app.requests).toHaveLength(1);
    });

    it('lets the browser ask when the visit fails', async () => {
      await app.goAnswered('/a?x=1');
      expect(app.browser.departures).toEqual(['assign http://localhost/base/a?x=1']);
      expect(isAskedByBrowser()).toBe(true);
    });
  });

  describe('a page that is loading when the visitor starts to type', () => {
    it('is shown only after a question, without another request', async () => {
      app.go('/b');
      app.scheduler.pass(400);
      type();
      await app.show();
      expect(isAsked()).toBe(true);
      expect(app.shown).toEqual([]);
      expect(app.progress.get().state).toBe('idle');
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

  it('keeps the browser from asking again at a full navigation, unless the document stays', async () => {
    type();
    await leaveFor('/b');
    await app.answerWith(undefined);
    expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
    expect(isAskedByBrowser()).toBe(false);
    app.go('/c');
    expect(isAsked()).toBe(true);
    expect(isAskedByBrowser()).toBe(true);
  });

  describe('back and forward', () => {
    beforeEach(async () => {
      await app.visit('/b');
      await app.visit('/c');
      type();
    });

    it('return to the page first, ask, and stay there when the visitor stays', async () => {
      await stepAndAsk(-1);
      expect(isAsked()).toBe(true);
      expect(app.browser.location.href).toBe('http://localhost/base/c');
      expect(app.place.calls.at(-1)).toBe('restore');
      await answer(false);
      await app.finish();
      expect(app.browser.location.href).toBe('http://localhost/base/c');
      expect(app.shown).toEqual(['/base/b', '/base/c']);
    });

    it.each([[[-2]], [[-1, -1]]])(
      'lead on to the entry that they went to last when the visitor leaves: %j',
      async (steps) => {
        await stepAndAsk(...steps);
        expect(app.browser.location.href).toBe('http://localhost/base/c');
        await answer(true);
        await app.finish();
        expect(app.shown.at(-1)).toBe('/base/a');
        expect(app.browser.location.href).toBe('http://localhost/base/a');
        expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/c']);
      },
    );

    it('give way to a link that is followed meanwhile', async () => {
      await stepAndAsk(-1);
      await leaveFor('/d');
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/c', '/base/d']);
    });

    it.each([
      ['ask about an earlier stay on the same page', '/b?x=1', -2, true],
      ['ask nothing between two queries of the page', '/c?x=1', -1, false],
    ])('%s', async (_what, address, steps, asks) => {
      save();
      await app.visit(address);
      type();
      app.traverse(steps);
      await app.finish();
      expect(isAsked()).toBe(asks);
      expect(app.browser.location.href).toBe(`http://localhost/base${asks ? address : '/c'}`);
      expect(app.shown.at(-1)).toBe(`/base${asks ? address : '/c'}`);
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
      await app.step(-1);
      expect(isAsked()).toBe(false);
      expect(app.shown.at(-1)).toBe('/base/b');
    });
  });
});
