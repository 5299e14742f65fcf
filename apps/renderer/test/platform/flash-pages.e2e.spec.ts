import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { untilListening, openBrowser, watchErrors } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { Tabs } from '../../../../test/support/tabs.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('a flash message, %s', (_how, javaScriptEnabled) => {
  let platform: SpecPlatform;
  let browser: Browser;
  /**
   * A browser that keeps pages for back and forward. Undefined without scripts, because no code
   * could change a document that was kept.
   */
  let keeping: Browser | undefined;
  let tabs: Tabs;
  let origin: string;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    platform = await startSpecPlatform();
    origin = await platform.listen();
    browser = await openBrowser();
    if (javaScriptEnabled) keeping = await openBrowser({ keepsPages: true });
    tabs = new Tabs(browser, origin, { javaScriptEnabled });
  });

  afterEach(() => tabs.clear());

  afterAll(async () => {
    await keeping?.close();
    await browser.close();
    await platform.end();
  });

  async function open(address: string, from?: Browser): Promise<void> {
    page = await (from?.newPage() ?? tabs.open());
    errors = watchErrors(page);
    await page.goto(origin + address);
  }

  const told = () => page.getByTestId('told');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const shows = (board: string) =>
    page.getByRole('heading', { level: 1, name: `board ${board}`, exact: true }).waitFor();

  async function say(text: string, to?: string): Promise<void> {
    await page.getByLabel('text').fill(text);
    if (to !== undefined) await page.getByLabel('to').fill(to);
    await press('Say');
    await told().getByText(text, { exact: true }).waitFor();
  }

  async function add(note: string): Promise<void> {
    await page.getByLabel('note', { exact: true }).fill(note);
    await press('Add');
    await page.locator('li > span', { hasText: note }).waitFor();
  }

  it('is shown on the page to which the action led, until the next page', async () => {
    await open('/boards/a');
    await say('Done.', '/boards/b');
    await shows('b');
    await page.getByRole('link', { name: 'next' }).click();
    await page.waitForURL('**/boards/b?next');
    await told().waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it('is not shown again after a reload or after going back', async () => {
    await open('/boards/a', keeping);
    await say('Done.', '/boards/b');
    await page.goto(`${origin}/boards/c`);
    await shows('c');
    // A kept document fires no load event, so only the commit can be waited for.
    await page.goBack({ waitUntil: 'commit' });
    await shows('b');
    // The runtime removes the message from a document that was kept whole.
    await told().waitFor({ state: 'detached' });
    await say('Again.', '/boards/d');
    await page.reload();
    await shows('d');
    expect(await told().count()).toBe(0);
    if (keeping) await page.close();
  });

  it('disappears when its change is undone', async () => {
    await open('/boards/f');
    await add('one');
    await press('Remove one');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await told().getByText('one is removed.', { exact: true }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(0);
    await press('Undo');
    await page.locator('li > span', { hasText: 'one' }).waitFor();
    expect(await told().count()).toBe(0);
    expect(errors).toEqual([]);
  });

  describe('the question before an action', () => {
    const focused = () => page.locator(':focus');

    it('is answered by keyboard, and moves the focus into the dialog and back', async () => {
      await open('/boards/g');
      await add('one');
      const asking = page.getByRole('button', { name: 'Remove one', exact: true });
      await asking.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Remove one for good?', exact: true });
      await dialog.waitFor();
      expect(await focused().textContent()).toBe('Cancel');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await focused().textContent()).toBe('Remove one');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      expect(await focused().textContent()).toBe('Remove one');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('li').waitFor({ state: 'detached' });
    });
  });
});

describe('a flash message in the runtime', () => {
  let platform: SpecPlatform;
  let browser: Browser;
  let tabs: Tabs;
  let origin: string;
  let page: Page;

  beforeAll(async () => {
    platform = await startSpecPlatform();
    origin = await platform.listen();
    browser = await openBrowser();
    tabs = new Tabs(browser, origin);
  });

  afterEach(() => tabs.clear());

  afterAll(async () => {
    await browser.close();
    await platform.end();
  });

  const told = () => page.getByTestId('told');
  const announced = (text: string) =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor({ state: 'attached' });

  /**
   * Stores a flash message as an action with a redirect does, without requesting the page of the
   * redirect.
   */
  async function leave(fields: Record<string, string>): Promise<void> {
    await page.evaluate(async (entries) => {
      const body = new URLSearchParams(entries);
      await fetch('/boards/a?_action=say', { method: 'POST', body, redirect: 'manual' });
    }, fields);
  }

  async function open(): Promise<void> {
    page = await tabs.open();
    await page.goto(`${origin}/boards/a`);
  }

  it('is announced, and shown with the page that a visit leads to', async () => {
    await open();
    await leave({ text: 'Done.' });
    await page.getByRole('link', { name: 'next' }).click();
    await told().getByText('Done.').waitFor();
    await announced('Done. board a');
    expect(page.url()).toBe(`${origin}/boards/a?next`);
    expect(await page.context().cookies()).toEqual([]);
    await page.goBack();
    await told().waitFor({ state: 'detached' });
    await page.goForward();
    await page.waitForURL('**/boards/a?next');
    expect(await told().count()).toBe(0);
  });

  it('is shown by the document that loads because the code of its page is missing', async () => {
    await open();
    await untilListening(page);
    const to = '/tours/a/sights/1?hold=data';
    await page.getByLabel('text').fill('Done.');
    await page.getByLabel('to').fill(to);
    await page.getByRole('button', { name: 'Say', exact: true }).click();
    await eventually('its data waits', () => platform.script.isWaiting('data'));
    let isDocument = false;
    page.on('request', (request) => (isDocument ||= request.isNavigationRequest()));
    await page.route(/\/sight\.page-[^/]+\.js$/, (route) =>
      isDocument ? route.continue() : route.fulfill({ status: 404 }),
    );
    platform.script.open('data');
    await eventually('it is a document', () => isDocument);
    await eventually('its data waits again', () => platform.script.isWaiting('data'));
    platform.script.open('data');
    await told().getByText('Done.').waitFor();
    expect(page.url()).toBe(`${origin}${to}`);
  });

  it('is announced when the document contains it, and can be dismissed', async () => {
    await open();
    await leave({ text: 'Done.' });
    await page.reload();
    await told().getByText('Done.').waitFor();
    await announced('Done.');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await told().waitFor({ state: 'detached' });
  });

  it('is not used up by a tab that refreshes because another tab asked for it', async () => {
    await open();
    // The region exists once the runtime listens to other tabs.
    await page.getByRole('status').waitFor({ state: 'attached' });
    await leave({ text: 'Done.' });
    const refreshed = page.waitForResponse((answer) =>
      Boolean(answer.request().headers()['router-refresh']),
    );
    await page.evaluate(() => {
      const channel = new BroadcastChannel('pages');
      const tell = channel.postMessage.bind(channel);
      tell(undefined);
      channel.close();
    });
    await refreshed;
    expect(await page.context().cookies()).toHaveLength(1);
    expect(await told().count()).toBe(0);
  });
});
