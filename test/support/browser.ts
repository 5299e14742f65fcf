import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from '../../scripts/support/browser.mjs';

/** A real Chromium without a network of its own. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['ERRATA_CHROMIUM'] ?? findBrowser();
  if (!executablePath) throw new Error('No Chromium: npm test fetches one, CHROME_PATH names one.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
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
