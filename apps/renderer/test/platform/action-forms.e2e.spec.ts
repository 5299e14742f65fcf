import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../../../test/support/browser.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('a form of an action, %s', (_how, javaScriptEnabled) => {
  let platform: SpecPlatform;
  let browser: Browser;
  let origin: string;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'errata-spec-'));
    platform = await startSpecPlatform();
    origin = await platform.listen();
    browser = await openBrowser();
  }, 60_000);

  afterEach(() => page.context().close());

  afterAll(async () => {
    await browser.close();
    await platform.end();
    rmSync(folder, { recursive: true });
  });

  async function open(address: string): Promise<void> {
    const context = await browser.newContext({ javaScriptEnabled });
    page = await context.newPage();
    await page.goto(origin + address);
  }

  const note = () => page.getByLabel('note', { exact: true });
  const add = () => page.getByRole('button', { name: 'Add' }).click();

  it('does it, under the policy that browsers name origins by, and leads back to the page', async () => {
    await open('/boards/p?a=1');
    await note().fill('first note');
    await add();
    await page.getByRole('listitem').filter({ hasText: 'first note' }).waitFor();
    expect(page.url()).toBe(`${origin}/boards/p?a=1`);
    await page.reload();
    // Nothing is sent again.
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['first note']);
  });

  it('shows what is wrong and what was typed', async () => {
    await open('/boards/q');
    await note().fill('a note of more than twenty characters');
    await page.getByLabel('password').fill('hunter2');
    await add();
    await page.getByRole('alert').filter({ hasText: 'A note has 1 to 20' }).waitFor();
    expect(await note().inputValue()).toBe('a note of more than twenty characters');
    expect(await page.getByLabel('password').inputValue()).toBe('');
    await note().fill('short');
    await add();
    await page.getByRole('listitem').filter({ hasText: 'short' }).waitFor();
    expect(page.url()).toBe(`${origin}/boards/q`);
  });

  it('sends files', async () => {
    const file = join(folder, 'words.txt');
    writeFileSync(file, 'words');
    await open('/boards/r');
    await page.getByLabel('file').setInputFiles(file);
    const [answer] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === 'POST'),
      page.getByRole('button', { name: 'Attach' }).click(),
    ]);
    expect(answer.status()).toBe(303);
  });
});
