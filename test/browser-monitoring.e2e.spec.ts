import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { BrowserApp } from './support/browser-app.ts';
import { openBrowser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';

/** No server listens at this address: the spec answers every request of the page. */
const ORIGIN = 'http://console.test';
const DSN = `${ORIGIN.replace('://', '://key@')}/2`;

interface SpecWindow {
  sdk: {
    addBreadcrumb(breadcrumb: { message: string }): void;
    captureException(error: unknown): void;
    logger: { info(message: string): void };
  };
  startMonitoring(): void;
}

describe("the console's own monitoring", () => {
  let browser: Browser;
  let app: BrowserApp;
  let page: Page;
  let held: Route[];

  beforeAll(async () => {
    [browser, app] = await Promise.all([openBrowser(), BrowserApp.build('monitoring-page')]);
  });

  afterAll(async () => {
    await browser.close();
    await app.remove();
  });

  beforeEach(async () => {
    held = [];
    page = await browser.newPage();
    await page.route(`${ORIGIN}/monitoring*`, (route) => void held.push(route));
    await app.open(page, { origin: ORIGIN, dsn: DSN });
  });

  afterEach(() => page.close());

  function start(): Promise<void> {
    return page.evaluate(() => (window as unknown as SpecWindow).startMonitoring());
  }

  function bodies(): string[] {
    return held.map((route) => route.request().postData() ?? '');
  }

  it('does not ask for the IP address of a visitor', async () => {
    await start();
    await page.evaluate(() => {
      (window as unknown as SpecWindow).sdk.captureException(new Error('of somebody'));
    });
    await eventually('the report', () => bodies().length === 1);
    expect(bodies()[0]).toContain('"infer_ip":"never"');
    expect(bodies()[0]).not.toContain('{{auto}}');
  });

  it('keeps the last 100 breadcrumbs', async () => {
    await start();
    await page.evaluate(() => {
      const { sdk } = window as unknown as SpecWindow;
      for (let step = 1; step <= 150; step += 1) sdk.addBreadcrumb({ message: `step ${step}` });
      sdk.captureException(new Error('after 150 steps'));
    });
    await eventually('the report', () => bodies().length > 0);
    const steps = bodies()[0]?.match(/"message":"step \d+"/g) ?? [];
    expect(steps).toHaveLength(100);
    expect(steps.at(0)).toBe('"message":"step 51"');
    expect(steps.at(-1)).toBe('"message":"step 150"');
  });

  it('has at most 64 reports in flight, and drops further ones', async () => {
    await start();
    const capture = (from: number, to: number): Promise<void> =>
      page.evaluate(
        ([first, last]) => {
          const { sdk } = window as unknown as SpecWindow;
          for (let count = first; count <= last; count += 1) {
            sdk.captureException(new Error(`error number ${count}.`));
          }
        },
        [from, to] as const,
      );
    await capture(1, 80);
    await eventually('64 reports in flight', () => held.length >= 64);
    await Promise.all(held.splice(0).map((route) => route.fulfill({ status: 200, body: '{}' })));
    await eventually('a report after the answers', async () => {
      await capture(81, 81);
      return bodies().some((body) => body.includes('"value":"error number 81."'));
    });
    // Dropped events must not be sent later.
    const late = bodies().map((body) => /"value":"error number (?<count>\d+)/.exec(body)?.groups);
    expect(late.map((groups) => Number(groups?.['count'])).filter((count) => count < 81)).toEqual(
      [],
    );
  });

  it('sends collected logs after 5000 ms, and not before', async () => {
    await page.clock.install({ time: 0 });
    await start();
    // An installed clock runs by itself, and a slow machine would reach the deadline. `pauseAt`
    // stops the clock.
    await page.clock.pauseAt(60_000);
    await page.evaluate(() => {
      const { sdk } = window as unknown as SpecWindow;
      sdk.logger.info('a line');
    });
    await page.clock.runFor(4999);
    expect(bodies()).toEqual([]);
    await page.clock.runFor(1);
    await eventually('the log', () => bodies().length > 0);
    expect(bodies()[0]).toContain('a line');
  });
});
