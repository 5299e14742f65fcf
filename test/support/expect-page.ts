import { expect } from '@playwright/test';
import { PATIENCE_MS } from './browser.ts';

/**
 * Playwright's assertions, which ask until they hold: `await expectPage(row).toHaveCount(2)`, and
 * `await expectPage.poll(() => page.title()).toBe('Issues')` for what has no assertion of its own.
 */
export const expectPage = expect.configure({ timeout: PATIENCE_MS });
