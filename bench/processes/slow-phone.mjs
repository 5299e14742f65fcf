import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/support/browser.mjs';
import { watchPaint } from './watch-paint.mjs';

const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
const SETTLE_MS = 1000;

const SCREEN = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
/** Headless ones say so, and nothing would be prefetched for them. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';
const PHONE = { ...SCREEN, isMobile: true, hasTouch: true, userAgent };

/** A real Chromium, whose visitors are slowed down one by one. */
export async function openBrowser() {
  const executablePath = await ensureBrowser();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A visitor with nothing in any cache, on a phone four times slower than this machine, 150 ms away. */
export class SlowPhone {
  #context;
  #page;
  /** Of the last request for page data. */
  #routerState;

  constructor(context, page) {
    this.#context = context;
    this.#page = page;
    page.on('request', (request) => {
      this.#routerState = request.headers()['router-state'] ?? this.#routerState;
    });
  }

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {number} [slowdown] of its processor
   */
  static async open(browser, slowdown = CPU_SLOWDOWN) {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      // Not limited.
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    return new SlowPhone(context, page);
  }

  /**
   * Makes it the browser that has opened the link of a renderer which nobody owns.
   *
   * @param {import('./server.mjs').Server} renderer
   */
  async letIn({ url, pass }) {
    const [name, value] = pass.split('=');
    await this.#page.context().addCookies([{ name, value, url }]);
  }

  /** Resolves when the document is alive, knows which code each path needs, and has nothing left to do. */
  async visit(url) {
    const routeTable = this.#page.waitForResponse(/\/_routes\/[^/]+\.json$/);
    await this.#page.goto(url);
    await routeTable;
    // Monitoring, too, is loaded when the browser is idle.
    await this.#page.waitForLoadState('networkidle');
    await pause(SETTLE_MS);
  }

  /**
   * Taps a link and resolves when the page it leads to has been painted.
   *
   * @param {string} selector of the link, the first of them
   * @returns {Promise<import('./watch-paint.mjs').Paint>}
   */
  async tap(selector) {
    await this.#page.evaluate(watchPaint);
    await this.#page.locator(selector).first().tap();
    const paint = await this.#page.evaluate(() => globalThis.benchPaint);
    await pause(SETTLE_MS);
    return paint;
  }

  /** Lingers on a link, as who is about to follow it does, until what that has the page prepare is there. */
  async pointAt(selector) {
    await this.#page.locator(selector).first().focus();
    await this.#page.waitForLoadState('networkidle');
    await pause(SETTLE_MS);
  }

  /** Milliseconds of asking for the page data of what is shown as it was asked for, and doing nothing with it. */
  fetchAgain() {
    return this.#page.evaluate(async (routerState) => {
      const startMs = performance.now();
      const headers = { 'Router-State': routerState };
      await (await fetch(location.href, { headers, cache: 'no-store' })).text();
      return performance.now() - startMs;
    }, this.#routerState);
  }

  /** Back, to the page of that heading. */
  async back(heading) {
    await this.#page.evaluate(() => history.back());
    await this.#page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await pause(SETTLE_MS);
  }

  close() {
    return this.#context.close();
  }
}
