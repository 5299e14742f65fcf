import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, findHeadlessShell } from '../../scripts/support/tools/browser.mjs';

/**
 * Chromium features to disable. Playwright's own list is repeated here, because only the last list
 * counts.
 *
 * Two kinds of features are added. Chromium renders popups of the address bar for each context,
 * which took longer than the pages of the specs. Chromium also starts a spare process for the next
 * site.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const VISITOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** Timeout of every wait on a page, three times Playwright's own. */
export const PATIENCE_MS = 90_000;

/**
 * Opens a real Chromium without background traffic, as a headless shell where one is installed.
 * `keepsPages` opens a Chromium that keeps pages for back and forward, as a user's browser does.
 */
export async function openBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const executablePath = keepsPages ? findChromium() : (findShell() ?? findChromium());
  if (!executablePath) throw new Error('No Chromium: npm test fetches one, CHROME_PATH names one.');
  const browser = await chromium.launch({
    executablePath,
    ignoreDefaultArgs: keepsPages ? ['--disable-back-forward-cache'] : [],
    args: [
      // Events contain the browser's name, so the pages send the User-Agent of a real one.
      `--user-agent=${VISITOR}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

function findChromium(): string | undefined {
  return process.env['ERRATA_CHROMIUM'] ?? findBrowser();
}

function findShell(): string | undefined {
  return process.env['ERRATA_HEADLESS_SHELL'] ?? findHeadlessShell();
}

/** Waits until the runtime of a page listens to input, to other tabs and to the browser. */
export async function untilListening(page: Page): Promise<void> {
  // The runtime adds its region for announcements when it starts.
  await page.locator('body > [role=status]').waitFor({ state: 'attached' });
}

/** Opens an address. Resolves once the page's runtime listens, where the page may run scripts. */
export async function openAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const hasScripts = await page.evaluate(() => matchMedia('(scripting: enabled)').matches);
  if (hasScripts) await untilListening(page);
}

export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  return errors;
}
