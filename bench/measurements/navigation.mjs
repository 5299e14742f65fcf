import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/support/tools/browser.mjs';
import { bundleBareClient } from '../processes/bare-client.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { startSeeded } from '../fixtures/seeded-errata.mjs';
import { CLICK_CATEGORIES, markClick, readClickMs } from './click-cost.mjs';
import { inTurns } from './runs.mjs';

/** Links on the list: the first loads the code of its page, and the second is measured. */
const ISSUES = ['main a[href^="/issues/"]', 'main tr:nth-child(2) a[href^="/issues/"]'];
const SMALL = ['a[href="/find"]', 'a[href="/find"]'];
const ENTRY = /\/assets\/client-[^/]+\.js$/;
const CPU_SLOWDOWN = 4;
const SETTLE_MS = 1000;
const QUIET_MS = 500;
/**
 * The User-Agent of a normal phone. Pages prefetch nothing for a headless browser, which they
 * recognise by its own User-Agent.
 */
const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';
const SCREEN = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const PHONE = { ...SCREEN, isMobile: true, hasTouch: true, userAgent };

/**
 * Compares a tap on a prefetched page with React alone, which renders the same tree when its link
 * is tapped: the time of the main thread until the frame with the new heading, on a slow phone.
 */
export function measureNavigation({ rounds }) {
  return inTemporaryFolder(async (folder) => {
    const [errata, bareClient] = await Promise.all([startSeeded(folder), bundleBareClient()]);
    const executablePath = await ensureBrowser();
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const take = (links, entry) => () => visit(browser, errata.renderer, { links, entry });
    try {
      // This visit does not count, because the server has not shown an issue yet.
      await take(ISSUES)();
      const taken = await inTurns(rounds, {
        issue: take(ISSUES),
        bareIssue: take(ISSUES, bareClient),
        small: take(SMALL),
        bareSmall: take(SMALL, bareClient),
      });
      return [
        { figure: 'navigation/issue', ours: taken.issue, bare: taken.bareIssue },
        { figure: 'navigation/small', ours: taken.small, bare: taken.bareSmall },
      ];
    } finally {
      await browser.close();
      await errata.end();
    }
  });
}

/**
 * Returns a function that resolves once the page has asked for nothing for half a second. Requests
 * for live updates never end, so they are left out.
 */
export function watchRequests(page) {
  const open = new Set();
  let lastAtMs = performance.now();
  const note = (change) => (request) => {
    if (request.url().includes('/_live')) return;
    open[change](request);
    lastAtMs = performance.now();
  };
  page.on('request', note('add'));
  for (const event of ['requestfinished', 'requestfailed']) page.on(event, note('delete'));
  return async () => {
    while (open.size > 0 || performance.now() - lastAtMs < QUIET_MS) await pause(50);
    await pause(SETTLE_MS);
  };
}

/**
 * Opens the list as a new visitor and taps a link. Resolves with the milliseconds that it costs the
 * main thread, on a phone four times slower than this machine. `entry` replaces the entry script.
 */
async function visit(browser, { url, pass }, { links: [first, second], entry }) {
  const context = await browser.newContext(PHONE);
  const [name, value] = pass.split('=');
  await context.addCookies([{ name, value, url }]);
  if (entry) {
    const answer = { contentType: 'text/javascript', body: entry };
    await context.route(ENTRY, (route) => route.fulfill(answer));
  }
  const page = await context.newPage();
  const settle = watchRequests(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  // Focus prefetches the page, as a finger or pointer on the link does.
  const prefetch = async (selector) => {
    const link = page.locator(selector).first();
    await link.focus();
    const address = await link.getAttribute('href');
    if (entry) await page.evaluate((at) => globalThis.benchLoad(at), address);
    await settle();
    return { link, address };
  };
  // The page can prefetch once it has the route table, which says which code each path needs.
  const routeTable = entry ? undefined : page.waitForResponse(/\/_routes\/[^/]+\.json$/);
  await page.goto(`${url}/issues`);
  await routeTable;
  await settle();
  await (await prefetch(first)).link.tap();
  await settle();
  if (entry) await page.evaluate(() => globalThis.benchShow('/issues'));
  else await page.goBack();
  await settle();
  const { link, address } = await prefetch(second);
  await page.evaluate(markClick);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await browser.startTracing(page, { categories: CLICK_CATEGORIES });
  await link.tap();
  await page.evaluate(() => globalThis.benchShown);
  const trace = await browser.stopTracing();
  await context.close();
  // A request for page data means that the page was not prefetched.
  if (asked.some((each) => each.endsWith(address))) throw new Error('It was loaded again.');
  return readClickMs(trace.toString());
}
