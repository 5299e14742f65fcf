import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/support/tools/browser.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { startSeeded } from '../fixtures/seeded-errata.mjs';
import { watchPaint } from './watch-paint.mjs';

const FIRST_ISSUE = 'main a[href^="/issues/"]';
const SECOND_ISSUE = `main tr:nth-child(2) a[href^="/issues/"]`;
const PAGE_DATA = /\/issues\/\d+$/;
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
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
 * Measures the time from a tap on an issue to its heading, on a slow phone. The issue is prefetched
 * first: its link was in view and focused.
 */
export function measureNavigation({ rounds }) {
  return inTemporaryFolder(async (folder) => {
    const errata = await startSeeded(folder);
    const executablePath = await ensureBrowser();
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const ours = [];
    try {
      // This visit does not count, because the server has not shown an issue yet.
      await visit(browser, errata.renderer);
      while (ours.length < rounds) ours.push(await visit(browser, errata.renderer));
    } finally {
      await browser.close();
    }
    await errata.end();
    return [{ figure: 'navigation/prefetched', ours }];
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
  };
}

/**
 * Opens the list as a new visitor and taps an issue. Resolves with the milliseconds until its
 * heading is shown, on a phone four times slower than this machine and with a latency of 150 ms.
 */
async function visit(browser, { url, pass }) {
  const context = await browser.newContext(PHONE);
  const [name, value] = pass.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const untilQuiet = watchRequests(page);
  const settle = async () => {
    await untilQuiet();
    await pause(SETTLE_MS);
  };
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  // The page can prefetch once it has the route table, which says which code each path needs.
  const routeTable = page.waitForResponse(/\/_routes\/[^/]+\.json$/);
  await page.goto(`${url}/issues`);
  await routeTable;
  await settle();
  // The first issue loads the code of issue pages, so that only data is missing for the second.
  await page.locator(FIRST_ISSUE).first().tap();
  await page.waitForURL(PAGE_DATA);
  await settle();
  await page.goBack();
  await settle();
  const link = page.locator(SECOND_ISSUE).first();
  // Focus prefetches the page, as a finger or pointer on the link does.
  await link.focus();
  await settle();
  await page.evaluate(watchPaint);
  await link.tap();
  const { ms, resources } = await page.evaluate(() => globalThis.benchPaint);
  await context.close();
  // A request for page data means that the page was not prefetched.
  if (resources.some((each) => PAGE_DATA.test(each))) throw new Error('It was loaded again.');
  return ms;
}
