import type * as puppeteer from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { findFirefox } from '../../scripts/support/firefox.mjs';

/** The module that the environment of the specs loads once for all files of a worker. */
type SpecGlobal = typeof globalThis & { loadPuppeteer: () => typeof puppeteer };

/** For whatever a page is waited for, as with Chromium. */
const PATIENCE_MS = 90_000;

/** Undefined where there is none: `npm test` has said so. */
export const firefox: string | undefined = process.env['ERRATA_FIREFOX'] || findFirefox();

/** A real Firefox without its windows, driven over WebDriver BiDi, in which nothing moves by itself. */
export async function openFirefox(): Promise<Browser> {
  if (!firefox) throw new Error('No Firefox: npm test fetches one, FIREFOX_PATH names one.');
  const { launch } = (globalThis as SpecGlobal).loadPuppeteer();
  return launch({
    browser: 'firefox',
    executablePath: firefox,
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
    defaultViewport: { width: 1000, height: 700 },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
}

/** A page of a visitor's own, with that cookie, and what it wrote as an error or threw. */
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
