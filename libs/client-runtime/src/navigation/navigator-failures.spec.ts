import { beforeEach, describe, expect, it } from '@jest/globals';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { fresh } from '../../../../test/support/fresh.ts';

describe('Navigator during a visit', () => {
  const app = fresh(() => new NavigationHarness());

  describe('a page that gets no answer', () => {
    it.each([
      ['is loaded by the browser, once', '/b?y=2#there', {}, 'assign'],
      ['replaces the current entry when asked to', '/b', { isReplace: true }, 'replace'],
      ['is loaded again by the browser when it is the shown page', '/a', {}, 'reload'],
    ])('%s', async (_what, address, options, how) => {
      app.go(address, options);
      app.scheduler.pass(400);
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual([`${how} http://localhost/base${address}`]);
      expect(app.requests).toHaveLength(1);
      expect(app.progress.get().state).toBe('idle');
    });

    it('is loaded again by the browser at the entry that the visitor stepped to', async () => {
      await app.visit('/b');
      app.cache.invalidate();
      app.traverse(-1);
      await app.answerWith(undefined);
      expect(app.browser.departures).toEqual(['reload http://localhost/base/a']);
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    });
  });

  describe('a visitor who has signed in or out in another tab', () => {
    const become = (): void => void (app.visitor.isOther = () => true);

    it('gets a document instead of a page that is held', async () => {
      await app.visit('/b');
      await app.visit('/c');
      become();
      await app.goHeld('/b');
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
      await app.step(-1);
      expect(app.browser.departures[1]).toBe('reload http://localhost/base/b');
      expect(app.shown).toEqual(['/base/b', '/base/c']);
      expect(app.requests).toHaveLength(2);
    });

    it('gets a document instead of an answer to the visitor before, and no shell', async () => {
      app.code.views.set('/b', ['frame.view', '/b.view']);
      await app.goHeld('/b');
      become();
      app.scheduler.pass(100);
      await app.show();
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

  it('reports a page that throws while it is committed, and has the browser load it', async () => {
    // Browsers refuse too many calls.
    const error = new Error('SecurityError');
    app.browser.history.pushState = () => {
      throw error;
    };
    await app.visit('/b#there');
    expect(app.browser.departures).toEqual(['assign http://localhost/base/b#there']);
    expect(app.errors).toEqual([error]);
  });

  describe('a page whose code is not loaded', () => {
    it('is loaded by the browser when its code does not arrive', async () => {
      app.code.keepWaiting()(false);
      await app.visit('/b');
      expect(app.browser.departures).toEqual(['assign http://localhost/base/b']);
      expect(app.shown).toEqual([]);
    });

    it('is shown only once its code has arrived', async () => {
      const arrive = app.code.keepWaiting();
      await app.visit('/b');
      expect(app.shown).toEqual([]);
      arrive(true);
      await app.finish();
      expect(app.shown).toEqual(['/base/b']);
    });
  });

  describe('a redirect', () => {
    it.each([
      ['leads to a page, in one entry', '/b', '/base/c#part', ['/base/a', '/base/c#part']],
      ['keeps the fragment if it has none', '/b#there', '/base/c', ['/base/a', '/base/c#there']],
      ['is resolved against its origin', '/deep/b', 'c#part', ['/base/a', '/base/deep/c#part']],
    ])('%s', async (_what, address, location, addresses) => {
      await app.goAnswered(address, { location });
      await app.show();
      expect(app.requests).toHaveLength(2);
      expect(app.browser.addresses).toEqual(addresses);
    });

    it('replaces the current entry when asked to', async () => {
      await app.goAnswered('/b', { location: '/base/c#part' }, { isReplace: true });
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/c#part']);
    });

    it('keeps the source of the visit', async () => {
      const source = {};
      await app.goAnswered('/b', { location: '/base/c' }, { source });
      app.scheduler.pass(100);
      const to = 'http://localhost/base/c';
      expect(app.progress.get()).toEqual({ state: 'loading', to, source });
    });

    it.each([
      ['leaves another origin to the browser', 'http://example.com/x', 'http://example.com/x'],
      ['leaves an address beside the application', '/beside', 'http://localhost/beside'],
      ['runs no script', 'javascript:alert(1)', 'http://localhost/base/b'],
    ])('%s', async (_what, location, href) => {
      await app.goAnswered('/b', { location });
      expect(app.browser.departures).toEqual([`assign ${href}`]);
    });

    describe('after 20 others', () => {
      beforeEach(async () => {
        app.go('/0');
        for (let count = 1; count <= 20; count += 1) {
          await app.answerWith({ location: `/base/${count}` });
        }
      });

      it('is left to the browser', async () => {
        expect(app.requests).toHaveLength(21);
        expect(app.browser.departures).toEqual([]);
        await app.answerWith({ location: '/base/21' });
        expect(app.requests).toHaveLength(21);
        expect(app.browser.departures).toEqual(['assign http://localhost/base/20']);
      });

      it('is followed in the next visit', async () => {
        await app.goAnswered('/b', { location: '/base/c' });
        expect(app.request.url).toBe('/c');
      });
    });
  });

  describe('a visit while the browser is offline', () => {
    beforeEach(() => {
      app.browser.connect(false);
    });

    it('is held without a request, reports its target, and goes on once with the connection', async () => {
      const source = {};
      app.go('/b#there', { source });
      const to = 'http://localhost/base/b#there';
      expect(app.progress.get()).toEqual({ state: 'held', to, source });
      expect(app.requests).toEqual([]);
      app.browser.connect(true);
      app.browser.connect(true);
      expect(app.requests).toHaveLength(1);
      app.scheduler.pass(300);
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/a', '/base/b#there']);
      expect(app.progress.get().state).toBe('idle');
    });

    it('gives way to a later visit, and is held again when the connection is lost again', () => {
      app.go('/a?x=1');
      app.go('/b');
      expect(app.progress.get()).toMatchObject({ to: 'http://localhost/base/b' });
      app.browser.connect(true);
      app.browser.connect(false);
      app.go('/c');
      app.browser.connect(true);
      expect(app.asked).toEqual(['/b', '/c']);
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
      await app.goHeld('/a');
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
      expect(app.asked).not.toContain('/a');
    });

    it('still requests all segments of the shown page when the connection is back', async () => {
      app.go('/a');
      app.browser.connect(true);
      expect(app.request).toMatchObject({ url: '/a', held: [] });
      await app.show();
      expect(app.browser.addresses).toEqual(['/base/a']);
    });
  });
});
