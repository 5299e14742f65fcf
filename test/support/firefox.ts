import { launch } from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { findTool } from '../../scripts/support/tools/ensure-tool.mjs';
import { firefox as tool } from '../../scripts/support/tools/tools.mjs';

const PATIENCE_MS = 90_000;

/** Undefined where no Firefox was found; `npm test` prints a line then. */
export const firefox: string | undefined = process.env['ERRATA_FIREFOX'] || findTool(tool);

export async function openFirefox(): Promise<Browser> {
  if (!firefox) throw new Error('No Firefox: npm test fetches one, FIREFOX_PATH names one.');
  return launch({
    browser: 'firefox',
    executablePath: firefox,
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
    defaultViewport: { width: 1000, height: 700 },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
}

/**
 * Opens a page in a browser context of its own, with this cookie. `errors` collects console errors
 * and exceptions.
 */
export async function openPage(
  browser: Browser,
  { origin, cookie }: { readonly origin: string; readonly cookie?: string },
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.createBrowserContext();
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (name) await context.setCookie({ name, value, domain: new URL(origin).hostname });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return { page, errors };
}
