import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { BrowserApp } from './support/browser-app.ts';
import { openAt, watchErrors } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { hold } from './support/hold.ts';
import { ask } from './support/http.ts';
import { addSetUpCookie } from './support/set-up-pass.ts';
import { startErrata } from './support/started-errata.ts';
import { holdTabs } from './support/tabs.ts';

function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body>'), html.indexOf('<script type="application/json"'));
}

async function sendFromNode(dsn: string): Promise<string> {
  const app = join(root, 'test/fixtures/node-app.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [app], {
    env: { ...process.env, DSN: dsn },
  });
  return stdout.trim();
}

describe('an error sent by the real SDK', () => {
  const errata = hold(startErrata);
  const site = holdTabs(() => errata.url);
  let browserApp: BrowserApp;

  beforeAll(async () => {
    browserApp = await BrowserApp.build('browser-app');
  });

  afterAll(() => browserApp.remove());

  async function untilListed(text: string): Promise<string> {
    return eventually(`${text} in the list`, async () => {
      const answer = await ask(`${errata.url}/issues`, errata.pass);
      return bodyOf(answer.text).includes(text) ? answer.text : undefined;
    });
  }

  it('becomes an issue with stack, tags and breadcrumbs, readable without scripts, from Node.js', async () => {
    const eventId = await sendFromNode(errata.dsn);
    const list = bodyOf(await untilListed('TypeError'));
    expect(list).toContain('totalOf');
    const href = /href="(?<href>\/issues\/\d+)"/.exec(list)?.groups?.['href'];

    const context = await site.browser.newContext({ javaScriptEnabled: false });
    await addSetUpCookie(context, errata);
    const page = await context.newPage();
    await openAt(page, `${errata.url}/issues`);
    await page.click(`a[href="${href}"]`);
    const text = await page.innerText('main');
    for (const fact of [
      "Cannot read properties of undefined (reading 'price')",
      'totalOf',
      'node-app.mjs',
      'return cart.items[0].price;',
      'customer',
      'gold',
      'opened the cart',
      'staging',
      'shop@1.4.2',
      'sentry.javascript.node',
      eventId,
    ]) {
      expect(text).toContain(fact);
    }
    await context.close();
  });

  it('becomes an issue from a page through the tunnel', async () => {
    const page = await site.browser.newPage();
    await browserApp.open(page, { origin: errata.url, dsn: errata.dsn });
    const sent = page.waitForResponse(
      (response) =>
        response.url().includes('/monitoring') &&
        (response.request().postData() ?? '').includes('The card has expired'),
    );
    await page.click('button');
    expect((await sent).status()).toBe(200);
    await page.close();
    expect(bodyOf(await untilListed('RangeError'))).toContain('The card has expired');
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)(
    'is shown on hydrated pages without console errors (%s, %i px)',
    async (scheme, width) => {
      const context = await site.browser.newContext({
        colorScheme: scheme,
        viewport: { width, height: 640 },
      });
      await addSetUpCookie(context, errata);
      const page = await context.newPage();
      const errors = watchErrors(page);
      await openAt(page, `${errata.url}/`);
      expect(page.url()).toBe(`${errata.url}/issues`);
      for (const type of ['TypeError', 'RangeError']) {
        await openAt(page, `${errata.url}/issues`);
        await page.click(`main a:has-text("${type}")`);
        await page.getByRole('heading', { level: 1, name: type }).waitFor();
        // React puts properties on the elements that it has hydrated.
        const hydrated = await page.evaluate(() =>
          Object.keys(document.querySelector('main') ?? {}).some((key) =>
            key.startsWith('__react'),
          ),
        );
        expect(hydrated).toBe(true);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
      }
      expect(errors).toEqual([]);
      await context.close();
    },
  );
});
