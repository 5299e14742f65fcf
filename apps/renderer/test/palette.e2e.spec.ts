import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import supertest from 'supertest';
import { openAt } from '../../../test/support/browser.ts';
import { hold } from '../../../test/support/hold.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import type { PaletteOptions } from '../src/features/recording/finding/palette/palette.dto.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

const triage = hold(() => Triage.start());
let issue: number;

beforeAll(async () => {
  issue = await triage.add();
  await triage.add({ projectId: 2 });
});

const ask = async (q: string, who: Known = 'ann') => {
  const { body, headers } = await supertest(triage.renderer.app.getHttpServer())
    .get('/palette')
    .set('Cookie', triage.people[who].cookie)
    .query({ q });
  expect(headers['cache-control']).toBe('private, no-store');
  return (body as PaletteOptions).options.map(({ kind, name, href }) => `${kind} ${name} ${href}`);
};

describe('the options of the palette', () => {
  it('include pages and projects by the beginnings of their words', async () => {
    expect(await ask('we')).toContain('Project web /issues?project=web');
    expect(await ask('settings pro')).toEqual(['Page Projects /settings/projects']);
    expect(await ask('acc pref')).toEqual(['Page Preferences /account/preferences']);
  });

  it('include the issue of a quoted short id, and issues that match a search', async () => {
    expect(await ask('WEB-1')).toContain(`Issue WEB-1 /issues/${issue}`);
    expect(await ask('TypeErr')).toEqual([`Issue WEB-1 /issues/${issue}`]);
    expect(await ask('is:muted level:error')).toEqual([]);
  });

  it('include nothing that the visitor may not see', async () => {
    expect(await ask('api')).toEqual([]);
    expect(await ask('api', 'owner')).toContain('Project api /issues?project=api');
    expect(await ask('audit')).toEqual([]);
  });

  it('are empty for a text that is too long or no valid search', async () => {
    expect(await ask('x'.repeat(501))).toEqual([]);
    expect(await ask('"open')).toEqual([]);
  });
});

describe('the palette', () => {
  const site = holdTabs(() => triage.listen(), { reducedMotion: 'reduce' });

  async function open(path: string, own = {}): Promise<Page> {
    const page = await site.tabs.open({ cookie: triage.people.ann.cookie, own });
    await openAt(page, site.origin + path);
    await link(page).and(page.locator('[data-hint]')).waitFor();
    return page;
  }

  const link = (page: Page): Locator => page.locator('header a', { hasText: 'Find' });
  const field = (page: Page): Locator => page.getByRole('combobox', { name: /^Issue, page/ });
  const option = (page: Page, name: RegExp): Locator => page.getByRole('option', { name });

  it('leads to an issue by keys alone, without a new document', async () => {
    const page = await open('/crons');
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('TypeErr');
    await option(page, /^WEB-1/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/issues/${issue}`);
    await expectPage.poll(() => page.evaluate(() => 'isSame' in window)).toBe(true);
  });

  it('opens by its link on a phone, and closes by Escape and by its button', async () => {
    const page = await open('/issues', {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
    });
    await link(page).tap();
    await option(page, /^Settings/).waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await link(page).tap();
    const close = page.getByRole('button', { name: 'Close' });
    const box = await close.boundingBox();
    expect(box!.height).toBeGreaterThanOrEqual(44);
    await close.tap();
    await field(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/issues');
  });

  it('presses controls of the page', async () => {
    const page = await open(`/issues/${issue}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mute');
    await option(page, /^Mute key m/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'For 1 hour' }).waitFor();
  });

  it('says that there is no connection, and still goes on to the search', async () => {
    const page = await open('/issues');
    await page.route('**/palette?*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cart');
    await page.getByText('No connection. Pages and issues cannot be looked up.').waitFor();
    await option(page, /^Issues with “cart”/).click();
    await page.waitForURL(`${site.origin}/issues?query=cart`);
  });

  it('is replaced by the page Find without JavaScript', async () => {
    const page = await site.tabs.open({
      cookie: triage.people.ann.cookie,
      own: { javaScriptEnabled: false },
    });
    await openAt(page, `${site.origin}/issues`);
    await link(page).click();
    await page.waitForURL(`${site.origin}/find`);
  });
});
