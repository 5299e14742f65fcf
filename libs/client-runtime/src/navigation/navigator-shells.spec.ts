import { beforeEach, describe, expect, it } from '@jest/globals';
import { toSegment } from '../testing/answers.ts';
import { NavigationHarness } from '../testing/navigation-harness.ts';

describe('Navigator with a page that does not arrive in time', () => {
  let app: NavigationHarness;

  beforeEach(() => {
    app = new NavigationHarness();
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

  const keys = (): string[] | undefined =>
    app.stage.shown.at(-1)?.page.segments.map(({ key }) => key);

  it('shows the layouts and the loading view of the page after 100 ms, at its address', async () => {
    app.go('/b#there');
    await waitFor(99);
    expect(app.shown).toEqual([]);
    await waitFor(1);
    expect(keys()).toEqual(['frame', '/b.view loading']);
    expect(app.stage.shown[0]?.page.segments[0]).toBe(app.first.segments[0]);
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b#there']);
    expect(app.progress.get().state).toBe('loading');
  });

  it('shows the page in the same entry and stay as its shell, and has the visitor arrive then', async () => {
    app.go('/b');
    await waitFor(100);
    await app.answer();
    await app.finish();
    expect(app.shownData).toBe('/b');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
    const [shell, page] = app.stage.shown;
    expect(page?.stay).toBe(shell?.stay);
    expect(app.place.calls.slice(1)).toEqual([
      'leave /base/a',
      'enter /b',
      'arrive by push at /b from /a',
      'remember at /base/b',
      'enter /b',
      'arrive by replace at /b from /b',
    ]);
    expect(app.prefetch.calls).toEqual(['give way to /b', 'go on at /b']);
  });

  it('shows no shell for a page that arrives in time', async () => {
    app.go('/b');
    app.scheduler.pass(99);
    await app.answer();
    app.scheduler.pass(1);
    await app.finish();
    expect(app.stage.shown.map(({ page }) => page.isShell)).toEqual([undefined]);
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

  it('shows the loading view of a layout that is not held', async () => {
    know('/b', 'frame', 'inner', '/b');
    app.go('/b');
    await waitFor(100);
    expect(keys()).toEqual(['frame', 'inner.view loading']);
  });

  it('takes the layouts that were prefetched for the shape of the page', async () => {
    know('/b', 'frame', 'inner', '/b');
    app.take(' /b', [toSegment('frame'), toSegment('inner')]);
    app.go('/b');
    await waitFor(100);
    expect(keys()).toEqual(['frame', 'inner', '/b.view loading']);
  });

  it('shows the shell no later when the page is being prefetched', async () => {
    app.prefetch.ahead.set('/b', new Promise(() => {}));
    app.go('/b');
    await waitFor(100);
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
    app.go('/b');
    await waitFor(100);
    await app.answer({ status });
    await app.finish();
    expect(app.stage.shown.at(-1)?.page).toMatchObject({ url: '/b', status });
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
  });

  it('follows a redirect of the page in the entry of the shell', async () => {
    know('/c', 'frame', '/b');
    app.go('/b');
    await waitFor(100);
    await app.answerWith({ location: '/base/c' });
    await waitFor(100);
    expect(keys()).toEqual(['frame', '/b.view loading']);
    await app.answer();
    await app.finish();
    expect(app.shownData).toBe('/c');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/c']);
  });

  it('returns to the entry of the page of the click when a redirect leads back to it', async () => {
    app.go('/b');
    await waitFor(100);
    await app.answer({ url: '/a', data: { of: 'newer' } });
    await app.finish();
    expect(app.shownData).toBe('newer');
    expect(app.stage.shown.at(-1)?.stay).toBe(0);
    expect(app.browser.location.pathname).toBe('/base/a');
  });

  it('has the browser load a page whose answer has not come after 30 s', async () => {
    app.go('/b');
    await waitFor(29_999);
    expect(app.browser.departures).toEqual([]);
    await waitFor(1);
    expect(app.browser.departures).toEqual(['reload http://localhost/base/b']);
    expect(app.request.signal.aborted).toBe(true);
  });

  it('leaves a page alone after 30 s that has arrived, and one that the visitor left', async () => {
    await app.visit('/b');
    app.go('/c');
    await waitFor(20_000);
    app.go('/d');
    await waitFor(20_000);
    expect(app.browser.departures).toEqual([]);
  });

  it('has the browser load the page in its entry when there is no answer', async () => {
    app.go('/b');
    await waitFor(100);
    await app.answerWith(undefined);
    expect(app.browser.departures).toEqual(['reload http://localhost/base/b']);
  });

  it('goes back from the shell to the page of the click, and gives up the request', async () => {
    app.go('/b');
    await waitFor(100);
    const { signal } = app.request;
    app.traverse(-1);
    await app.finish();
    expect(signal.aborted).toBe(true);
    expect(app.stage.shown.at(-1)?.page.url).toBe('/a');
    expect(app.stage.shown.at(-1)?.stay).toBe(0);
    expect(app.browser.location.pathname).toBe('/base/a');
  });

  it('shows no shell in the place of a page that was left, which may be kept with its state', async () => {
    await app.visit('/b');
    app.traverse(-1);
    await app.finish();
    app.cache.invalidate([]);
    app.cache.segments.invalidate((_, key) => key === '/b');
    app.traverse(1);
    await waitFor(100);
    expect(app.stage.shown.some(({ page }) => page.isShell)).toBe(false);
  });

  it('waits again for the page when the visit behind its shell was given up', async () => {
    app.go('/b');
    await waitFor(100);
    app.navigator.settle();
    app.navigator.invalidate();
    expect(app.requests.length).toBe(2);
    await app.answer();
    await app.finish();
    expect(app.shownData).toBe('/b');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
  });

  it('leaves the visitor at the page of the click when the target is no page', async () => {
    app.go('/b');
    await waitFor(100);
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
    await app.answer();
    await app.finish();
    expect(app.shownData).toBe('/b');
  });

  it('goes on loading when a fragment of the shell is followed', async () => {
    app.go('/b');
    await waitFor(100);
    app.browser.history.pushState(null, '', '#main');
    app.browser.dispatchEvent(new Event('popstate'));
    await waitFor(100);
    await app.answer();
    await app.finish();
    expect(app.shownData).toBe('/b');
  });

  it('goes on from the shell to another page', async () => {
    app.go('/b');
    await waitFor(100);
    await app.visit('/c');
    expect(app.shownData).toBe('/c');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b', '/base/c']);
  });

  it('waits for the connection at the shell, and requests the page again then', async () => {
    app.go('/b');
    await waitFor(100);
    app.browser.navigator.onLine = false;
    await app.answerWith(undefined);
    expect(app.progress.get().state).toBe('held');
    app.browser.connect(true);
    await app.answer();
    await app.finish();
    expect(app.shownData).toBe('/b');
    expect(app.browser.addresses).toEqual(['/base/a', '/base/b']);
  });
});
