import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hold } from '../../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdTabs } from '../../../../test/support/tabs.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { startListening } from '../support/spec-renderer.ts';
import { shownOf } from '../support/shown.ts';

const HERE = '/account/preferences';
const CHOSEN = { theme: 'system', zone: '', dates: 'iso', keys: 'on' };
const DARK_PAPER = 'rgb(21, 20, 18)';
const LIGHT_PAPER = 'rgb(253, 252, 250)';

describe('preferences', () => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin);

  beforeAll(async () => {
    // The audit log then has entries with times.
    await renderer.send('admin', '/settings/projects/web', 'rename', { name: 'web' }).expect(303);
    await renderer.send('admin', '/settings/projects/web', 'rename', { name: 'Shop' }).expect(303);
  });

  const readPaper = (page: Page): Promise<string> =>
    page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('override the theme of the system, %s', async (_how, javaScriptEnabled) => {
    const own = { colorScheme: 'light', javaScriptEnabled } as const;
    const page = await site.tabs.open({ cookie: renderer.cookieOf('viewer'), own });
    const errors = watchErrors(page);
    await openAt(page, renderer.origin + HERE);
    expect(await readPaper(page)).toBe(LIGHT_PAPER);
    for (const [theme, paper] of [
      ['dark', DARK_PAPER],
      ['light', LIGHT_PAPER],
      ['system', LIGHT_PAPER],
    ] as const) {
      await page.getByLabel('Theme').selectOption(theme);
      await page.getByRole('button', { name: 'Save' }).click();
      await eventually(`is ${theme}`, async () => (await readPaper(page)) === paper);
      await page.reload();
      expect(await readPaper(page)).toBe(paper);
    }
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually('is dark', async () => (await readPaper(page)) === DARK_PAPER);
    await page.emulateMedia({ media: 'print' });
    expect(await readPaper(page)).toBe(LIGHT_PAPER);
    await renderer.send('viewer', HERE, 'save', CHOSEN).expect(303);
    expect(errors).toEqual([]);
  });

  it('leave the theme to the system, also after a navigation', async () => {
    const own = { colorScheme: 'dark' } as const;
    const page = await site.tabs.open({ cookie: renderer.cookieOf('viewer'), own });
    await openAt(page, renderer.origin + HERE);
    expect(await readPaper(page)).toBe(DARK_PAPER);
    await page.locator('header').getByRole('link', { name: 'Issues', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor({ state: 'attached' });
    expect(await readPaper(page)).toBe(DARK_PAPER);
  });

  it('show times in the browser’s or a chosen zone, in the style of a language', async () => {
    const own = { timezoneId: 'Asia/Tokyo' };
    const page = await site.tabs.open({ cookie: renderer.cookieOf('owner'), own });
    const errors = watchErrors(page);
    await openAt(page, `${renderer.origin}/settings/audit`);
    const time = page.locator('main time').first();
    await expectPage(time).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const utc = (await time.textContent())!;
    await eventually('the browser has told its zone', () =>
      page.evaluate(() => document.cookie.includes('errata-zone=Asia%2FTokyo')),
    );
    await page.reload();
    const tokyo = new Date(Date.parse(`${utc.replace(' ', 'T')}Z`) + 9 * 3_600_000);
    const local = tokyo.toISOString().slice(0, 19).replace('T', ' ');
    await expectPage(time).toHaveText(local);
    await expectPage(time).toHaveAttribute('title', `${utc} UTC`);
    await expectPage(page.locator('footer')).toContainText(
      'Times are in Asia/Tokyo, unless they say UTC.',
    );
    await openAt(page, renderer.origin + HERE);
    await page.getByText('That of the browser (Asia/Tokyo)').waitFor({ state: 'attached' });
    await page.getByLabel('Time zone').selectOption('UTC');
    await page.getByLabel('Dates').selectOption('en-GB');
    await page.getByRole('button', { name: 'Save' }).click();
    const message = page.getByRole('region', { name: 'Message' });
    await message.getByText('Preferences saved.').waitFor();
    await openAt(page, `${renderer.origin}/settings/audit`);
    await expectPage(time).toHaveText(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d$/);
    expect(errors).toEqual([]);
  });

  it('are changed and set back, and refuse unknown values', async () => {
    const { send, get } = renderer;
    const shown = async () => shownOf((await get('member', HERE).expect(200)).text);
    await send('member', HERE, 'save', { ...CHOSEN, zone: 'Europe/Berlin' }).expect(303);
    expect(await shown()).toMatch(/<option value="Europe\/Berlin" selected/);
    for (const wrong of [{ zone: 'Mars/Olympus' }, { theme: 'pink' }, { dates: 'xx' }]) {
      await send('member', HERE, 'save', { ...CHOSEN, ...wrong }).expect(422);
    }
    const { keys: _, ...keysOff } = CHOSEN;
    await send('member', HERE, 'save', keysOff).expect(303);
    expect(await shown()).toContain('data-keys="off"');
    await send('member', HERE, 'save', CHOSEN).expect(303);
    expect(await shown()).not.toContain('data-keys');
  });
});
