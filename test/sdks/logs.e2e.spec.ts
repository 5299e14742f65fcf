import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type * as Sentry from '@sentry/browser';
import { eventually } from '../support/eventually.ts';
import { openBrowser } from '../support/browser.ts';
import { BrowserApp } from '../support/browser-app.ts';
import { startErrata } from '../support/started-errata.ts';
import type { StartedErrata } from '../support/started-errata.ts';
import { runSdkScript } from '../support/sdk-script.ts';
import { StoredReports } from '../support/stored-reports.ts';
import { routes } from './expected.ts';

type SdkWindow = typeof globalThis & { readonly sdk: Pick<typeof Sentry, 'logger' | 'flush'> };

let errata: StartedErrata;
let stored: StoredReports;

describe('logs', () => {
  beforeEach(async () => {
    errata = await startErrata();
    stored = new StoredReports(errata.dataDir);
  });

  afterEach(async () => {
    await stored.close();
    await errata.end();
  });

  it('are shown beside the error of @sentry/node, on its page and in its trace', async () => {
    const { dsn } = routes['the relay, by its DSN'](errata);
    expect(await runSdkScript('logs.mjs', { DSN: dsn })).toBe(0);
    expect(await stored.untilLogs(3)).toEqual([
      'Cart loaded',
      'Payment of 12.5 declined',
      'Worker started',
    ]);
    const browser = await openBrowser();
    const page = await browser.newPage({
      javaScriptEnabled: false,
      extraHTTPHeaders: errata.pass,
    });
    await page.goto(`${errata.url}/issues/1`);
    const steps = page.locator('#breadcrumbs li');
    const read = () => steps.allInnerTexts();
    const texts = await eventually('logs on the page', async () => {
      await page.reload();
      const all = (await read()).map((text) => text.replaceAll(/\s+/g, ' '));
      return all.length >= 4 && all;
    });
    expect(texts.map((text) => text.replace(/^\S+ \S+ /, ''))).toEqual([
      expect.stringContaining('this event'),
      expect.stringContaining('Payment of 12.5 declined'),
      expect.stringMatching(/Cart loaded.*cart\.size 3/),
      expect.stringMatching(/nearby Worker started/),
    ]);
    await page.check('label:has-text("Warnings and errors") input');
    expect(await steps.filter({ visible: true }).count()).toBe(2);
    const traceId = await stored.findTraceId();
    await page.goto(`${errata.url}/traces/${traceId}`);
    expect(await page.locator('#happened').innerText()).toMatch(
      /Cart loaded[^]*Payment of 12\.5 declined[^]*no money/,
    );
    await browser.close();
  });

  it('are stored from a page with @sentry/browser', async () => {
    const [browser, app] = await Promise.all([openBrowser(), BrowserApp.build('sdk-pages')]);
    const context = await browser.newContext({ permissions: ['local-network-access'] });
    const page = await context.newPage();
    const { dsn, tunnel } = routes['the tunnel of the console'](errata);
    await app.open(page, { origin: errata.url, sdk: 'browser', dsn, ...(tunnel && { tunnel }) });
    await page.evaluate(async () => {
      const { sdk } = globalThis as SdkWindow;
      sdk.logger.warn('Button pressed twice');
      await sdk.flush();
    });
    expect(await stored.untilLogs(1)).toEqual(['Button pressed twice']);
    await browser.close();
    await app.remove();
  });
});
