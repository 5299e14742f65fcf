import { beforeEach, describe, expect, it } from '@jest/globals';
import { toSegment } from '../testing/answers.ts';
import { NavigationHarness } from '../testing/navigation-harness.ts';
import { fresh } from '../../../../test/support/fresh.ts';

describe('Navigator with a page that does not arrive in time', () => {
  const app = fresh(() => new NavigationHarness());

  beforeEach(() => {
    know('/b', 'frame', '/b');
  });

  function know(url: string, ...keys: readonly string[]): void {
    app.code.views.set(
      url,
      keys.map((key) => `${key}.view`),
    );
    const layouts = keys.slice(0, -1).filter((key) => key === 'frame');
    app.take(
      ` ${url}`,
      layouts.map((key) => toSegment(key)),
    );
  }

  const waitFor = async (ms: number): Promise<void> => {
    app.scheduler.pass(ms);
    await app.finish();
  };

  const goToShell = async (address: string): Promise<void> => {
    app.go(address);
    await waitFor(100);
  };

  const keys = (): string[] | undefined =>
    app.stage.shown.at(-1)?.page.segments.map(({ key }) => key);

  it('shows layouts and loading view of the page after 100 ms, then it in the same entry and stay', async () => {
    app.go('/b#there');
    await waitFor(99);
    expect(app.shown).toEqual([]);
    await waitFor(1);
    expect(keys()).toEqual(['frame', '/b.view loading']);
    expect(app.stage.shown[0]?.page.segments[0]).toBe(app.first.segments[0]);
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b#there']);
    expect(app.progress.get().state).toBe('loading');
    await app.show();
    expect(app.shownData).toBe('/b');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b#there']);
    const [shell, page] = app.stage.shown;
    expect(page?.stay).toBe(shell?.stay);
    expect(app.place.calls.slice(1)).toEqual([
      'leave /base/a',
      'enter /b',
      'arrive by push at /b from /a',
      'remember at /base/b#there',
      'enter /b',
      'arrive by replace at /b from /b',
    ]);
    expect(app.prefetch.calls).toEqual(['give way to /b', 'go on at /b']);
  });

  it.each([
    { of: 'a page without a loading view', go: '/c', keys: ['frame', '/c'] },
    { of: 'a page within a layout that is not held', go: '/b', keys: ['frame', 'other', '/b'] },
    { of: 'the same page at another query', go: '/a?x=1', keys: ['frame', '/b'] },
    { of: 'an address that nothing is known of', go: '/d', keys: [] },
  ])('shows no shell for $of', async ({ go, keys: expected }) => {
    know(go, ...expected);
    app.go(go);
    await waitFor(500);
    expect(app.shown).toEqual([]);
    expect(app.browser.addresses).toEqual(['/base/a']);
  });

  it('shows the shell once its code has loaded, for an address that no link had', async () => {
    app.go('/d');
    await waitFor(500);
    expect(app.shown).toEqual([]);
    know('/d', 'frame', '/b');
    await waitFor(100);
    expect(keys()).toEqual(['frame', '/b.view loading']);
    await waitFor(100);
    expect(app.browser.addresses).toEqual(['/base/a', '/base/d']);
  });

  it('shows the shell no later when the page is being prefetched', async () => {
    app.prefetch.ahead.set('/b', new Promise(() => {}));
    await goToShell('/b');
    expect(keys()).toEqual(['frame', '/b.view loading']);
  });

  it('makes one entry when the code of the page arrives after its data', async () => {
    const end = app.code.keepWaiting();
    app.go('/b');
    await app.answer();
    await waitFor(100);
    end(true);
    await app.finish();
    expect(app.shownData).toBe('/b');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
  });

  it.each([401, 403, 404, 500])('shows the outcome %d in place of the shell', async (status) => {
    await goToShell('/b');
    await app.show({ status });
    expect(app.stage.shown.at(-1)?.page).toMatchObject({ url: '/b', status });
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
  });

  it('follows a redirect of the page in the entry of the shell', async () => {
    know('/c', 'frame', '/b');
    await goToShell('/b');
    await app.answerWith({ location: '/base/c' });
    await waitFor(100);
    expect(keys()).toEqual(['frame', '/b.view loading']);
    await app.show();
    expect(app.shownData).toBe('/c');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
  });

  it.each<[string, () => Promise<void>]>([
    ['has not come after 30 s', () => waitFor(1)],
    ['is none', () => app.answerWith(undefined)],
  ])('has the browser load a page in its entry whose answer %s', async (_what, end) => {
    app.go('/b');
    await waitFor(29_999);
    expect(app.browser.departures).toEqual([]);
    await end();
    expect(app.browser.departures).toEqual(['reload http://localhost/base/b']);
    expect(app.request.signal.aborted).toBe(true);
  });

  it('leaves a page alone after 30 s that came in time, without a shell, and one that was left', async () => {
    app.go('/b');
    app.scheduler.pass(99);
    await app.answer();
    await waitFor(1);
    expect(app.stage.shown.map(({ page }) => page.isShell)).toEqual([undefined]);
    app.go('/c');
    await waitFor(20_000);
    app.go('/d');
    await waitFor(20_000);
    expect(app.browser.departures).toEqual([]);
  });

  it('goes back from the shell to the page of the click, and gives up the request', async () => {
    await goToShell('/b');
    const { signal } = app.request;
    await app.step(-1);
    expect(signal.aborted).toBe(true);
    expect(app.stage.shown.at(-1)?.page.url).toBe('/a');
    expect(app.stage.shown.at(-1)?.stay).toBe(0);
    expect(app.browser.location.pathname).toBe('/base/a');
  });

  it('shows no shell in the place of a page that was left, which may be kept with its state', async () => {
    await app.visit('/b');
    await app.step(-1);
    app.cache.invalidate([]);
    app.cache.segments.invalidate((_, key) => key === '/b');
    app.traverse(1);
    await waitFor(100);
    expect(app.stage.shown.some(({ page }) => page.isShell)).toBe(false);
  });

  it('waits again for the page when the visit behind its shell was given up', async () => {
    await goToShell('/b');
    app.visits.settle();
    app.navigator.invalidate();
    expect(app.requests.length).toBe(2);
    await app.show();
    expect(app.shownData).toBe('/b');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
  });

  it('leaves the visitor at the page of the click when the target is no page', async () => {
    await goToShell('/b');
    await app.answerWith({ location: 'https://files.example/x.zip' });
    await app.finish();
    expect(app.browser.location.pathname).toBe('/base/a');
    expect(app.stage.shown.at(-1)?.page.url).toBe('/a');
    expect(app.browser.departures).toEqual(['assign https://files.example/x.zip']);
  });

  it('asks about input that is unsaved by then, and shows no shell before', async () => {
    app.go('/b');
    app.blocker.add('Unsaved.');
    await waitFor(100);
    expect(app.shown).toEqual([]);
    expect(app.blocker.get()).toBeDefined();
    app.blocker.answer(true);
    await app.show();
    expect(app.shownData).toBe('/b');
  });

  it('goes on loading when a fragment of the shell is followed', async () => {
    await goToShell('/b');
    app.browser.history.pushState(null, '', '#main');
    app.browser.dispatchEvent(new Event('popstate'));
    await waitFor(100);
    await app.show();
    expect(app.shownData).toBe('/b');
  });

  it('goes on from the shell to another page', async () => {
    await goToShell('/b');
    await app.visit('/c');
    expect(app.shownData).toBe('/c');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/c']);
  });

  it('goes on loading at the shell when the visitor is asked there and stays', async () => {
    await goToShell('/b');
    app.blocker.add('Unsaved.');
    app.go('/c');
    app.blocker.answer(false);
    await app.show();
    expect(app.shownData).toBe('/b');
  });

  it('waits for the connection at the shell, and requests the page again then', async () => {
    await goToShell('/b');
    app.browser.navigator.onLine = false;
    await app.answerWith(undefined);
    expect(app.progress.get().state).toBe('held');
    app.browser.connect(true);
    await app.show();
    expect(app.shownData).toBe('/b');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
  });
});
