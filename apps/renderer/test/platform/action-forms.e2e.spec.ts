import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { untilListening, openBrowser } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { Tabs } from '../../../../test/support/tabs.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('a form of an action, %s', (_how, javaScriptEnabled) => {
  let platform: SpecPlatform;
  let browser: Browser;
  let origin: string;
  let tabs: Tabs;
  let page: Page;

  beforeAll(async () => {
    platform = await startSpecPlatform();
    origin = await platform.listen();
    browser = await openBrowser();
    tabs = new Tabs(browser, origin, { javaScriptEnabled });
  });

  afterEach(() => tabs.clear());

  afterAll(async () => {
    await browser.close();
    await platform.end();
  });

  async function open(address: string): Promise<void> {
    page = await tabs.open();
    await page.goto(origin + address);
    if (javaScriptEnabled) await untilListening(page);
  }

  const note = () => page.getByLabel('note', { exact: true });
  const add = () => page.getByRole('button', { name: 'Add' }).click();

  it('runs the action under the referrer policy of the pages, and leads back to the page', async () => {
    await open('/boards/p?a=1');
    await note().fill('first note');
    await add();
    await page.getByRole('listitem').filter({ hasText: 'first note' }).waitFor();
    expect(page.url()).toBe(`${origin}/boards/p?a=1`);
    await page.reload();
    expect(await page.locator('li > span').allTextContents()).toEqual(['first note']);
  });

  it('shows the mistake and keeps the typed note', async () => {
    await open('/boards/q');
    await note().fill('a note of more than twenty characters');
    await page.getByLabel('password').fill('hunter2');
    await add();
    await page.getByRole('alert').filter({ hasText: 'A note has 1 to 20' }).waitFor();
    expect(await note().inputValue()).toBe('a note of more than twenty characters');
    // The server never sends a password back. The runtime leaves the form unchanged.
    const password = await page.getByLabel('password').inputValue();
    expect(password).toBe(javaScriptEnabled ? 'hunter2' : '');
    await note().fill('short');
    await add();
    await page.getByRole('listitem').filter({ hasText: 'short' }).waitFor();
    expect(page.url()).toBe(`${origin}/boards/q`);
  });

  it('runs the action of the button that was pressed', async () => {
    await open('/boards/t');
    await note().fill('not added');
    await page.getByRole('button', { name: 'Slow' }).click({ noWaitAfter: true });
    await eventually('it is run', () => platform.script.isWaiting('slow'));
    platform.script.open('slow');
    await eventually('the form is empty again', async () => (await note().inputValue()) === '');
    expect(await page.getByRole('listitem').count()).toBe(0);
    expect(page.url()).toBe(`${origin}/boards/t`);
  });
});
