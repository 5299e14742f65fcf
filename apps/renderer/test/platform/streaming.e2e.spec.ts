import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, watchErrors } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

const LATE = '/probe/a/1/late';

describe('a streamed document in a browser', () => {
  let platform: SpecPlatform;
  let address: string;
  let browser: Browser;
  let context: BrowserContext | undefined;

  async function openPage(script = '', { javaScript = true } = {}): Promise<Page> {
    context = await browser.newContext({
      javaScriptEnabled: javaScript,
      extraHTTPHeaders: { [SCRIPT_HEADER]: script },
    });
    return context.newPage();
  }

  const openGate = async (name: string): Promise<void> => {
    await eventually(`${name} waits`, () => platform.script.isWaiting(name));
    platform.script.open(name);
  };

  beforeAll(async () => {
    browser = await openBrowser();
    platform = await startSpecPlatform();
    address = await platform.listen();
  });

  afterEach(async () => {
    await context?.close();
    context = undefined;
    platform.log.length = 0;
    platform.script.take();
  });

  afterAll(async () => {
    await browser.close();
    await platform.end();
  });

  it('shows its shell first, is live before its data, and shows each datum as it comes', async () => {
    const page = await openPage();
    const errors = watchErrors(page);
    await page.goto(`${address}${LATE}?hold=1`, { waitUntil: 'commit' });
    const [first, second] = [page.getByLabel('first'), page.getByLabel('second')];
    await first.getByText('first waits').waitFor();
    await page.locator('button[data-live=true]').click();
    await page.getByText('clicked 1').waitFor();
    expect(await second.textContent()).toBe('second waits');
    await openGate('second');
    await second.getByText('second words').waitFor();
    expect(await first.textContent()).toBe('first waits');
    await openGate('first');
    await first.getByText('first words </script>').waitFor();
    expect(await page.locator('button').textContent()).toBe('clicked 1');
    await page.waitForLoadState('load');
    expect(errors).toEqual([]);
  });

  it('shows missing and failed data in place, with zero console errors', async () => {
    const page = await openPage('late.first=404, late.second=500');
    const errors = watchErrors(page);
    await page.goto(`${address}${LATE}?hold=1`, { waitUntil: 'commit' });
    await page.locator('button[data-live=true]').waitFor();
    await openGate('first');
    await page.getByLabel('first').getByText('nothing in this section: 404').waitFor();
    await openGate('second');
    await page.getByLabel('second').getByText('This page failed').waitFor();
    expect(await page.getByLabel('second').textContent()).toMatch(/Digest: \d+/);
    await page.getByText('late in the card').waitFor();
    await page.locator('button').click();
    await page.getByText('clicked 1').waitFor();
    expect(await page.title()).toBe('A · Probe');
    expect(errors).toEqual([]);
  });

  it.each([
    ['by the runtime', true],
    ['without scripts', false],
  ])('follows the redirect of a deferred datum: %s', async (_how, javaScript) => {
    const page = await openPage('late.second=303:/probe/a/2', { javaScript });
    await page.goto(address + LATE);
    await page.waitForURL(`${address}/probe/a/2`);
    expect(platform.log).toEqual([]);
  });

  it('hydrates data that had settled before it was live', async () => {
    const page = await openPage('late.second=500');
    const errors = watchErrors(page);
    await page.goto(`${address}${LATE}`);
    await page.locator('button[data-live=true]').click();
    await page.getByText('clicked 1').waitFor();
    await page.getByText('first words </script>').waitFor();
    await page.getByText('This page failed').waitFor();
    expect(errors).toEqual([]);
  });

  it('hydrates a page with _whole=1 too, and removes that from the address', async () => {
    const page = await openPage('late.first=404');
    const errors = watchErrors(page);
    const answer = await page.goto(`${address}${LATE}?x=1&_whole=1`);
    expect(answer?.status()).toBe(404);
    await page.locator('button[data-live=true]').click();
    await page.getByText('clicked 1').waitFor();
    await page.getByText('nothing in this section: 404').waitFor();
    expect(new URL(page.url()).search).toBe('?x=1');
    expect(errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
  });

  it.each([
    ['', 200, ['first words', 'second words']],
    ['late.first=404, late.second=500', 500, ['this section: 404', 'This page failed']],
  ])(
    'ends complete without JavaScript and with its real status: %j gives %i',
    async (script, status, texts) => {
      const page = await openPage(script, { javaScript: false });
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.url().includes(LATE)) statuses.push(response.status());
      });
      await page.goto(`${address}${LATE}`);
      await page.waitForURL(/_whole=1/);
      expect(statuses).toEqual([200, status]);
      const body = await page.locator('body').textContent();
      expect(body).toContain('eager text');
      expect(body).toContain('late in the card');
      expect(body).not.toContain('waits');
      for (const text of texts) expect(body).toContain(text);
    },
  );

  it('shows an error in place of data that a broken connection did not bring', async () => {
    const page = await openPage();
    await page.clock.install();
    await page.goto(`${address}${LATE}?hold=1`, { waitUntil: 'commit' });
    await page.locator('button[data-live=true]').waitFor();
    await openGate('first');
    await page.getByText('first words </script>').waitFor();
    await eventually('second waits', () => platform.script.isWaiting('second'));
    platform.app.getHttpServer().closeAllConnections();
    await page.clock.runFor(35_000);
    await page.getByLabel('second').getByText('Application error').waitFor();
    expect(await page.getByLabel('first').textContent()).toContain('first words');
    platform.script.open('second');
  });

  it('shows an error text when its code does not arrive, and stays readable', async () => {
    const page = await openPage();
    await page.route('**/late.page-*.js', (route) => route.abort());
    await page.goto(`${address}${LATE}`);
    await page
      .getByRole('alert')
      .getByText(
        'Application error: a client-side exception has occurred (see the browser console for more information).',
        { exact: true },
      )
      .waitFor();
    expect(await page.locator('h1').textContent()).toBe('eager text');
    await page.getByText('second words').waitFor();
  });

  it('renders in the browser a region that only the server could not render', async () => {
    const page = await openPage();
    const errors = watchErrors(page);
    await page.goto(`${address}/probe/a/1/throws?where=server`);
    await page.getByText('rendered in the browser').waitFor();
    expect(errors).toHaveLength(1);
    expect(platform.log).toHaveLength(1);
  });
});
