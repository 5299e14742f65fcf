import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

it('eventually asks a page again that was left before it answered', async () => {
  const page = await browser.newPage();
  await page.goto('data:text/html,first');
  let asked = 0;
  const answer = eventually('the page answers', () => {
    asked += 1;
    return asked === 1
      ? page.evaluate(() => new Promise<string>(() => {}))
      : page.evaluate(() => document.body.innerText);
  });
  await page.goto('data:text/html,second');
  expect(await answer).toBe('second');
  expect(asked).toBeGreaterThan(1);
});
