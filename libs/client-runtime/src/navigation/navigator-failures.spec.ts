import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';

describe('Navigator, on its way', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  describe('without an answer', () => {
    it('has the browser go there, once', async () => {
      app.go('/b?y=2#there');
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b?y=2#there']);
      expect(app.requests).toHaveLength(1);
    });

    it('takes the place of the entry when asked to', async () => {
      app.go('/b', { isReplace: true });
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['replace http://localhost/base/b']);
    });

    it('has the browser load again what is shown', async () => {
      app.go('/a');
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/a']);
    });

    it('has the browser load again the entry that it is at', async () => {
      await app.visit('/b');
      app.cache.invalidate();
      app.traverse(-1);
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/a']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    });

    it('is left to the browser to tell of', async () => {
      app.go('/b');
      app.scheduler.pass(400);
      await app.answerWith(undefined);
      expect(app.progress.get().state).toBe('idle');
    });
  });

  describe('stopped by `window.stop`', () => {
    it('stays while it waits for the connection', async () => {
      app.browser.navigator.onLine = false;
      app.go('/b');
      await app.finish();
      app.browser.window.stop();
      app.browser.navigator.onLine = true;
      app.browser.dispatchEvent(new Event('online'));
      await app.finish();
      expect(app.requests).toEqual([]);
    });

    it('has the browser load the entry that it stepped to', async () => {
      await app.visit('/b');
      app.cache.invalidate();
      app.traverse(-1);
      app.browser.window.stop();
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/a']);
    });
  });

  describe('without the code', () => {
    it('has the browser go there', async () => {
      app.code.keepWaiting()(false);
      app.go('/b');
      await app.answer();
      await app.finish();
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
      expect(app.shown).toEqual([]);
    });

    it('shows nothing before it is there', async () => {
      const arrive = app.code.keepWaiting();
      app.go('/b');
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual([]);
      arrive(true);
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
    });
  });

  describe('sent on', () => {
    it('goes to a page of the application, in one entry', async () => {
      app.go('/b');
      await app.answerWith({ location: '/base/c#part' });
      await app.answer();
      await app.finish();
      expect(app.requests.map(({ url }) => url)).toEqual(['/b', '/c']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c#part']);
    });

    it('keeps the fragment where the new address has none', async () => {
      app.go('/b#there');
      await app.answerWith({ location: '/base/c' });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses.at(-1)).toBe('/base/c#there');
    });

    it('takes the place of the entry when asked to', async () => {
      app.go('/b', { isReplace: true });
      await app.answerWith({ location: '/base/c#part' });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/c#part']);
    });

    it('goes to an address seen from where it was sent on', async () => {
      app.go('/deep/b');
      await app.answerWith({ location: 'c#part' });
      expect(app.request.url).toBe('/deep/c');
    });

    it('has where it comes from', async () => {
      const source = {};
      app.go('/b', { source });
      await app.answerWith({ location: '/base/c' });
      app.scheduler.pass(100);
      const to = 'http://localhost/base/c';
      expect(app.progress.get()).toEqual({ state: 'loading', to, source });
    });

    it('has the browser go to another origin', async () => {
      app.go('/b');
      await app.answerWith({ location: 'http://example.com/x' });
      expect(app.browser.departures).toEqual(['assign http://example.com/x']);
    });

    it('has the browser go beside the application', async () => {
      app.go('/b');
      await app.answerWith({ location: '/beside' });
      expect(app.browser.departures).toEqual(['assign http://localhost/beside']);
    });

    it('runs no script', async () => {
      app.go('/b');
      await app.answerWith({ location: 'javascript:alert(1)' });
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
    });

    it('has the browser go there after 20 times', async () => {
      app.go('/0');
      for (let count = 1; count <= 20; count += 1) {
        await app.answerWith({ location: `/base/${count}` });
      }
      expect(app.requests).toHaveLength(21);
      expect(app.browser.departures).toEqual([]);
      await app.answerWith({ location: '/base/21' });
      expect(app.requests).toHaveLength(21);
      expect(app.browser.departures).toEqual(['assign http://localhost/base/20']);
    });

    it('may be sent on 20 times again the next time', async () => {
      app.go('/0');
      for (let count = 1; count <= 20; count += 1) {
        await app.answerWith({ location: `/base/${count}` });
      }
      app.go('/b');
      await app.answerWith({ location: '/base/c' });
      expect(app.request.url).toBe('/c');
    });
  });

  describe('offline', () => {
    beforeEach(() => {
      app.browser.connect(false);
    });

    it('asks for nothing, and says what is held', () => {
      const source = {};
      app.go('/b#there', { source });
      const to = 'http://localhost/base/b#there';
      expect(app.progress.get()).toEqual({ state: 'held', to, source });
      expect(app.requests).toEqual([]);
    });

    it('goes on when the connection is back', async () => {
      app.go('/b#there');
      app.browser.connect(true);
      app.scheduler.pass(300);
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b#there']);
      expect(app.progress.get().state).toBe('idle');
    });

    it('goes on once', async () => {
      app.go('/b');
      app.browser.connect(true);
      app.browser.connect(true);
      expect(app.requests).toHaveLength(1);
    });

    it('holds what is asked for last', () => {
      app.go('/b');
      app.go('/c');
      expect(app.progress.get()).toMatchObject({ to: 'http://localhost/base/c' });
      app.browser.connect(true);
      expect(app.requests.map(({ url }) => url)).toEqual(['/c']);
    });

    it('holds it again when it was back for a moment', () => {
      app.go('/b');
      app.browser.connect(true);
      app.browser.connect(false);
      app.go('/c');
      app.browser.connect(true);
      expect(app.requests.map(({ url }) => url)).toEqual(['/b', '/c']);
    });

    it('holds what has lost its connection on the way', async () => {
      app.browser.connect(true);
      app.go('/b');
      app.browser.connect(false);
      await app.answerWith(undefined);
      expect(app.progress.get().state).toBe('held');
      expect(app.browser.departures).toEqual([]);
      app.browser.connect(true);
      expect(app.requests).toHaveLength(2);
    });

    it('shows what is held young enough', async () => {
      app.browser.connect(true);
      await app.visit('/b');
      app.browser.connect(false);
      app.go('/a');
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.progress.get().state).toBe('idle');
    });

    it('gives up what is held when the visitor goes back to what is shown', async () => {
      app.browser.connect(true);
      await app.visit('/b');
      app.cache.invalidate();
      app.browser.connect(false);
      app.traverse(-1);
      expect(app.progress.get().state).toBe('held');
      app.scheduler.pass(300);
      app.traverse(1);
      expect(app.progress.get().state).toBe('idle');
      app.browser.connect(true);
      expect(app.requests).toHaveLength(1);
    });

    it('keeps what it asks for, however it is asked for', async () => {
      app.go('/a');
      app.browser.connect(true);
      expect(app.request).toMatchObject({ url: '/a', held: [] });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a']);
    });
  });
});
