import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';

describe('Navigator during a visit', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
  });

  describe('a page that gets no answer', () => {
    it('is loaded by the browser, once', async () => {
      app.go('/b?y=2#there');
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b?y=2#there']);
      expect(app.requests).toHaveLength(1);
    });

    it('replaces the current entry when asked to', async () => {
      app.go('/b', { isReplace: true });
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['replace http://localhost/base/b']);
    });

    it('is loaded again by the browser when it is the shown page', async () => {
      app.go('/a');
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/a']);
    });

    it('is loaded again by the browser at the entry that the visitor stepped to', async () => {
      await app.visit('/b');
      app.cache.invalidate();
      app.traverse(-1);
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/a']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    });

    it('is no longer reported as loading', async () => {
      app.go('/b');
      app.scheduler.pass(400);
      await app.answerWith(undefined);
      expect(app.progress.get().state).toBe('idle');
    });
  });

  describe('a visitor who has signed in or out in another tab', () => {
    const become = (): void => void (app.visitor.isOther = () => true);

    it('gets a document instead of a page that is held', async () => {
      await app.visit('/b');
      await app.visit('/c');
      become();
      app.go('/b');
      await app.finish();
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
      app.traverse(-1);
      await app.finish();
      expect(app.browser.departures[1]).toBe('reload http://localhost/base/b');
      expect(app.shown).toEqual(['/base/b', '/base/c']);
      expect(app.requests).toHaveLength(2);
    });

    it('gets a document instead of an answer to the visitor before, and no shell', async () => {
      app.code.views.set('/b', ['frame.view', '/b.view']);
      app.go('/b');
      await app.finish();
      become();
      app.scheduler.pass(100);
      await app.answer();
      await app.finish();
      expect(app.shown).toEqual([]);
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
    });

    it('keeps the shown page when it is refreshed meanwhile', async () => {
      become();
      app.navigator.invalidate();
      await app.finish();
      expect([app.shown, app.browser.departures]).toEqual([[], []]);
    });
  });

  describe('a visit stopped by `window.stop`', () => {
    it('does not start when it waited for the connection', async () => {
      app.browser.navigator.onLine = false;
      app.go('/b');
      await app.finish();
      app.browser.window.stop();
      app.browser.navigator.onLine = true;
      app.browser.dispatchEvent(new Event('online'));
      await app.finish();
      expect(app.requests).toEqual([]);
    });

    it('lets the browser load the entry that the visitor stepped to', async () => {
      await app.visit('/b');
      app.cache.invalidate();
      app.traverse(-1);
      app.browser.window.stop();
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/a']);
    });
  });

  describe('a page whose code is not loaded', () => {
    it('is loaded by the browser when its code does not arrive', async () => {
      app.code.keepWaiting()(false);
      app.go('/b');
      await app.answer();
      await app.finish();
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
      expect(app.shown).toEqual([]);
    });

    it('is shown only once its code has arrived', async () => {
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

  describe('a redirect', () => {
    it('leads to a page of the application, in one entry', async () => {
      app.go('/b');
      await app.answerWith({ location: '/base/c#part' });
      await app.answer();
      await app.finish();
      expect(app.requests.map(({ url }) => url)).toEqual(['/b', '/c']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/c#part']);
    });

    it('keeps the fragment where its target has none', async () => {
      app.go('/b#there');
      await app.answerWith({ location: '/base/c' });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses.at(-1)).toBe('/base/c#there');
    });

    it('replaces the current entry when asked to', async () => {
      app.go('/b', { isReplace: true });
      await app.answerWith({ location: '/base/c#part' });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/c#part']);
    });

    it('is resolved against the address that it came from', async () => {
      app.go('/deep/b');
      await app.answerWith({ location: 'c#part' });
      expect(app.request.url).toBe('/deep/c');
    });

    it('keeps the source of the visit', async () => {
      const source = {};
      app.go('/b', { source });
      await app.answerWith({ location: '/base/c' });
      app.scheduler.pass(100);
      const to = 'http://localhost/base/c';
      expect(app.progress.get()).toEqual({ state: 'loading', to, source });
    });

    it('leaves another origin to the browser', async () => {
      app.go('/b');
      await app.answerWith({ location: 'http://example.com/x' });
      expect(app.browser.departures).toEqual(['assign http://example.com/x']);
    });

    it('leaves an address beside the application to the browser', async () => {
      app.go('/b');
      await app.answerWith({ location: '/beside' });
      expect(app.browser.departures).toEqual(['assign http://localhost/beside']);
    });

    it('runs no script', async () => {
      app.go('/b');
      await app.answerWith({ location: 'javascript:alert(1)' });
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
    });

    it('is left to the browser after 20 redirects', async () => {
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

    it('may be followed 20 times again in the next visit', async () => {
      app.go('/0');
      for (let count = 1; count <= 20; count += 1) {
        await app.answerWith({ location: `/base/${count}` });
      }
      app.go('/b');
      await app.answerWith({ location: '/base/c' });
      expect(app.request.url).toBe('/c');
    });
  });

  describe('a visit while the browser is offline', () => {
    beforeEach(() => {
      app.browser.connect(false);
    });

    it('is held without a request, and reports its target', () => {
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

    it('gives way to a later visit', () => {
      app.go('/b');
      app.go('/c');
      expect(app.progress.get()).toMatchObject({ to: 'http://localhost/base/c' });
      app.browser.connect(true);
      expect(app.requests.map(({ url }) => url)).toEqual(['/c']);
    });

    it('is held again when the connection was back for a moment', () => {
      app.go('/b');
      app.browser.connect(true);
      app.browser.connect(false);
      app.go('/c');
      app.browser.connect(true);
      expect(app.requests.map(({ url }) => url)).toEqual(['/b', '/c']);
    });

    it('is held when the connection is lost on the way', async () => {
      app.browser.connect(true);
      app.go('/b');
      app.browser.connect(false);
      await app.answerWith(undefined);
      expect(app.progress.get().state).toBe('held');
      expect(app.browser.departures).toEqual([]);
      app.browser.connect(true);
      expect(app.requests).toHaveLength(2);
    });

    it('shows a held page that is young enough', async () => {
      app.browser.connect(true);
      await app.visit('/b');
      app.browser.connect(false);
      app.go('/a');
      await app.finish();
      expect(app.shown.at(-1)).toBe('/base/a');
      expect(app.progress.get().state).toBe('idle');
    });

    it('is given up when the visitor goes back to the shown page', async () => {
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

    it('still requests all segments of the shown page when the connection is back', async () => {
      app.go('/a');
      app.browser.connect(true);
      expect(app.request).toMatchObject({ url: '/a', held: [] });
      await app.answer();
      await app.finish();
      expect(app.browser.addresses).toEqual(['/base/a']);
    });
  });
});
