import type * as playwright from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from '../../scripts/support/browser.mjs';
import { findHeadlessShell } from '../../scripts/support/headless-shell.mjs';

/**
 * What Playwright leaves out, whose list does not count where there is another one. Besides it the popups of the
 * address bar, which Chromium renders for each context and which took longer than the pages of the specs, and the
 * process that it holds ready for the next site.
 */
const LEFT_OUT = [
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

/** What the environment of the specs has for them: loaded once for all files of a worker. */
type SpecGlobal = typeof globalThis & { loadPlaywright: () => typeof playwright };

/** The User-Agent of a person's browser. */
const VISITOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** For whatever a page is waited for; Playwright's own is a third of it. */
const PATIENCE_MS = 90_000;

/**
 * A real Chromium without a network of its own, and without its windows where there is one. `keepsPages`: for back and
 * forward, as browsers do that nobody drives, and that have windows.
 */
export async function openBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const executablePath = keepsPages ? findChromium() : (findShell() ?? findChromium());
  if (!executablePath) throw new Error('No Chromium: npm test fetches one, CHROME_PATH names one.');
  const { chromium } = (globalThis as SpecGlobal).loadPlaywright();
  const browser = await chromium.launch({
    executablePath,
    ignoreDefaultArgs: keepsPages ? ['--disable-back-forward-cache'] : [],
    args: [
      // Events of its pages say which browser it was: one that a person has.
      `--user-agent=${VISITOR}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${LEFT_OUT.join()}`,
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

/** Waits until the runtime of a page listens: to what is typed, to other tabs, to the browser. */
export async function listens(page: Page): Promise<void> {
  // It adds the region in which it announces when it starts.
  await page.locator('body > [role=status]').waitFor({ state: 'attached' });
}

/** What a page wrote as an error, or threw and nobody caught, from now on. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  return errors;
}
