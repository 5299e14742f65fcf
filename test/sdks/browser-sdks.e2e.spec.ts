import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Sdk } from '../fixtures/sdk-pages/page.ts';
import { BrowserApp } from '../support/browser-app.ts';
import { openBrowser } from '../support/browser.ts';
import { StoredReports } from '../support/stored-reports.ts';
import { startErrata } from '../support/started-errata.ts';
import type { StartedErrata } from '../support/started-errata.ts';
import {
  anyEvent,
  cannotPay,
  cartIsEmpty,
  cartWasEmptied,
  routes,
  settings,
  toDsn,
} from './expected.ts';

let errata: StartedErrata;
let stored: StoredReports;
let browser: Browser;
let context: BrowserContext;
let app: BrowserApp;

beforeAll(async () => {
  [errata, browser, app] = await Promise.all([
    startErrata(settings),
    openBrowser(),
    BrowserApp.build('sdk-pages'),
  ]);
  stored = new StoredReports(errata.dataDir);
  // Pages that Playwright serves have no IP address. Chromium would ask the visitor before such a
  // page may send requests to this machine.
  context = await browser.newContext({ permissions: ['local-network-access'] });
});

afterAll(async () => {
  await browser.close();
  await stored.close();
  await Promise.all([errata.end(), app.remove()]);
});

type SdkWindow = typeof globalThis & { readonly sdk: Sdk };

async function open(
  sdk: string,
  route: keyof typeof routes,
  project: Parameters<typeof toDsn>[1] = 'app',
  asked: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const page = await context.newPage();
  const to = routes[route](errata);
  await app.open(page, { origin: errata.url, sdk, ...to, dsn: toDsn(to, project), ...asked });
  return page;
}

async function pay(page: Page): Promise<string> {
  await page.click('text=Pay');
  const id = await page.waitForFunction(() => (globalThis as SdkWindow).sdk.lastEventId());
  return (await id.jsonValue()) ?? '';
}

function tell(page: Page): Promise<string> {
  return page.evaluate(() =>
    (globalThis as SdkWindow).sdk.captureMessage('The cart was emptied', 'warning'),
  );
}

function complain(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { sdk } = globalThis as SdkWindow;
    const contentType = 'text/plain';
    sdk.getCurrentScope().addAttachment({ filename: 'cart.txt', data: 'nothing', contentType });
    const associatedEventId = sdk.captureException(new Error('The cart was lost'), {
      attachments: [{ filename: 'steps.txt', data: 'opened, déjà vu', contentType }],
    });
    sdk.captureFeedback({
      message: 'I cannot pay.',
      name: 'Ada',
      email: 'ada@example.org',
      associatedEventId,
    });
    return associatedEventId;
  });
}

describe.each(Object.keys(routes) as (keyof typeof routes)[])('%s', (route) => {
  it.each([
    // Each SDK catches the error in the way that its documentation names, without code in the
    // component.
    ['browser', 'auto.browser.browserapierrors.addEventListener'],
    ['react', 'auto.function.react.error_boundary'],
    ['vue', 'auto.function.vue.error_handler'],
    ['svelte', 'auto.browser.global_handlers.onerror'],
  ])(
    'takes errors, messages, attachments and feedback of a page with @sentry/%s',
    async (name, mechanism) => {
      const page = await open(name, route);
      const ids = [await pay(page), await tell(page), await complain(page)] as const;
      const [thrown, message, lost] = await Promise.all([
        stored.untilEvent(ids[0]),
        stored.untilEvent(ids[1]),
        stored.untilEvent(ids[2]),
      ]);
      const sdk = { name: `sentry.javascript.${name}`, version: expect.any(String) };
      expect(thrown).toMatchObject({ ...anyEvent, sdk, level: 'error', platform: 'javascript' });
      expect(thrown.exceptions).toContainEqual(cartIsEmpty);
      expect(thrown.exceptions.at(-1)?.mechanism?.type).toBe(mechanism);
      expect(thrown.exceptions.at(-1)?.frames.at(-1)?.filename).toMatch(/\/shop\/assets\//);
      // The relay stores no address for a browser on this machine.
      for (const { user } of [thrown, message, lost]) expect(user?.ipAddress).toBeUndefined();
      expect(message).toMatchObject({
        ...anyEvent,
        sdk,
        ...cartWasEmptied,
      });
      expect(await stored.readAttachments(thrown)).toEqual({});
      expect(await stored.readAttachments(lost)).toEqual({
        'cart.txt': 'nothing',
        'steps.txt': Buffer.from('opened, déjà vu').toString('latin1'),
      });
      expect(await stored.untilFeedback(lost)).toEqual([cannotPay]);
      await page.close();
    },
  );
});

describe('a page with @sentry/browser', () => {
  it('has its sessions counted by release', async () => {
    const page = await open('browser', 'the tunnel of the console', 'sessions');
    await page.click('text=Pay');
    expect(await stored.untilSessions('sessions', ({ unhandled }) => unhandled > 0)).toMatchObject([
      { release: anyEvent.release, sessions: 1, crashed: 0, unhandled: 1, errored: 1 },
    ]);
    await page.close();
  });

  it('has its logs stored', async () => {
    const page = await open('browser', 'the tunnel of the console', 'logs');
    await page.evaluate(async () => {
      const { sdk } = globalThis as SdkWindow;
      sdk.logger.warn('Button pressed twice');
      await sdk.flush(5000);
    });
    expect(await stored.untilLogs('logs', 1)).toEqual(['Button pressed twice']);
    await page.close();
  });

  it('has its load and its navigations counted by address', async () => {
    const page = await open('browser', 'the tunnel of the console', 'pages', { traced: '' });
    for (const order of [17, 18]) {
      // Without a click before it, the SDK takes a navigation for a redirect.
      await page.click('main', { position: { x: 1, y: 1 } });
      await page.evaluate((id) => history.pushState({}, '', `/shop/orders/${id}`), order);
    }
    await page.evaluate(async () => (globalThis as SdkWindow).sdk.flush(5000));
    const segments = await stored.untilSegments('pages', (found) => found.size >= 2);
    expect(Array.from(segments.values(), ({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(
      ['navigation /shop/orders/{id}', 'page /shop/'],
    );
    await page.close();
  });
});
