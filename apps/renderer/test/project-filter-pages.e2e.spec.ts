import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { openAt } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { giveRole } from './support/people.ts';
import { Triage } from './support/triage.ts';

const SCRIPTS = [
  ['with JavaScript', true],
  ['without JavaScript', false],
] as const;

describe('the filter bar of the list of issues', () => {
  const triage = hold(() => Triage.start());
  const site = holdTabs(() => triage.listen(), { reducedMotion: 'reduce' });
  let page: Page;
  let documents: string[];
  let web: number;
  let api: number;

  beforeAll(async () => {
    await giveRole(triage.renderer.stores, triage.people.bob, 2, 'member');
    web = await triage.add();
    api = await triage.add({ projectId: 2 });
  });

  async function open(path: string, own?: BrowserContextOptions): Promise<void> {
    page = await site.tabs.open({ cookie: triage.people.bob.cookie, ...(own ? { own } : {}) });
    documents = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.isNavigationRequest()) documents.push(pathname + search);
    });
    await openAt(page, site.origin + path);
    documents = [];
  }

  const menu = (): Locator => page.locator('summary', { hasText: '+ Filter' });
  const value = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const chip = (of: string): Locator => page.getByRole('link', { name: `Remove ${of}` });
  const row = (id: number): Locator => page.locator(`main a[href="/issues/${id}"]`);
  const at = (): string => page.url().slice(site.origin.length);

  it.each(SCRIPTS)('acts at once on a value and on a chip, %s', async (_how, javaScriptEnabled) => {
    await open('/issues?status=all', { javaScriptEnabled });
    await menu().click();
    await value('web').click();
    await row(api).waitFor({ state: 'detached' });
    await row(web).waitFor();
    expect(at()).toBe('/issues?project=web&query=');
    await expectPage.poll(() => page.title()).toBe('Issues in web · Errata');
    const asked = ['/issues?query=&project=web&from=&to=&status=all', '/issues?project=web&query='];
    expect(documents).toEqual(javaScriptEnabled ? [] : asked);
    await menu().click();
    await value('api').click();
    await page.waitForURL(`${site.origin}/issues?project=web,api&query=`);
    await chip('project is web').click();
    await page.waitForURL(`${site.origin}/issues?project=api&query=`);
    await chip('project is api').click();
    await page.waitForURL(`${site.origin}/issues?query=`);
    await expectPage(chip('')).toHaveCount(0);
  });

  it('keeps what is typed, and copies an address that shows the list to everybody', async () => {
    await open('/issues');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('searchbox').or(page.getByRole('combobox')).fill('checkout');
    await menu().click();
    await value('Last 24 hours').click();
    await page.waitForURL(`${site.origin}/issues?time=24h&query=is:unresolved+checkout`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'link copied' }).waitFor();
    await expectPage
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(page.url());
  });

  it('opens and acts by keyboard', async () => {
    await open('/issues');
    await menu().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expectPage
      .poll(() => value('web').evaluate((each) => each === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expectPage
      .poll(() => menu().evaluate((each) => each === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await value('web').focus();
    await page.keyboard.press('Enter');
    await row(api).waitFor({ state: 'detached' });
    expect(at()).toBe('/issues?project=web');
    expect(documents).toEqual([]);
  });

  it('has one of many releases typed, and acts when one is chosen', async () => {
    for (let index = 0; index < 50; index += 1) await triage.add({ release: `1.0.${index}` });
    await open('/issues');
    // One script makes the field a combobox and sends the form when an option is chosen.
    await page.locator('.filter-bar input[name=query]').focus();
    await page.locator('.filter-bar input[role=combobox]').waitFor();
    await menu().click();
    const inputType = 'insertReplacementText';
    await page.getByRole('combobox', { name: 'Release' }).evaluate(
      (field, init) => {
        (field as HTMLInputElement).value = '1.0.7';
        field.dispatchEvent(new InputEvent('input', init));
      },
      { inputType, bubbles: true },
    );
    await page.waitForURL(`${site.origin}/issues?release=1.0.7`);
    await chip('release is 1.0.7').waitFor();
  });

  it("the list shows the number of an issue even when the project's name is cut", async () => {
    await open('/issues', { viewport: { width: 1440, height: 800 } });
    const cut = await page
      .locator('td.record-id')
      .first()
      .evaluate((cell) => {
        cell.textContent = '2024-checkout-of-the-web-shop-1234';
        const number = document.createRange();
        number.setStart(cell.firstChild!, cell.textContent.length - 4);
        number.setEnd(cell.firstChild!, cell.textContent.length);
        const [inner, outer] = [number, cell].map((each) => each.getBoundingClientRect());
        return [
          cell.scrollWidth > cell.clientWidth,
          inner!.left > outer!.left,
          inner!.right - outer!.right < 1,
        ];
      });
    expect(cut).toEqual([true, true, true]);
  });

  it.each(SCRIPTS)('is folded on a phone, with room for a thumb, %s', async (_how, scripts) => {
    const viewport = { width: 360, height: 640 };
    const phone = { viewport, hasTouch: true, isMobile: true, javaScriptEnabled: scripts };
    await open('/issues?project=web&environment=live', phone);
    const fold = page.locator('label', { hasText: 'Filter (2)' });
    await expectPage(chip('project is web')).toHaveCount(0);
    await fold.tap();
    for (const target of [fold, chip('project is web'), value('api'), value('Last hour')]) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    }
    await expectPage
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(360);
  });

  it('the list keeps the columns of a row in order on a phone, even without a chip', async () => {
    await open('/issues', { viewport: { width: 360, height: 640 } });
    const isInOrder = await page.evaluate(() => {
      const record = document.querySelector('.record')!;
      const leftOf = (name: string): number =>
        record.querySelector(`.record-${name}`)!.getBoundingClientRect().left;
      return [true, false].map((hasChip) => {
        if (!hasChip) record.querySelector('.chip')!.remove();
        const lefts = ['place', 'count', 'users', 'seen'].map(leftOf);
        return lefts.every((left, index) => index === 0 || left > lefts[index - 1]!);
      });
    });
    expect(isInOrder).toEqual([true, true]);
  });

  it('stands beside the choice of a status, which opens even in browsers without ::details-content', async () => {
    await open('/issues');
    const muted = page.getByRole('navigation', { name: 'Status' }).getByText('Muted');
    await muted.waitFor();
    await page.route('**/*.css', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll('::details-content', '::unknown-to-all'),
      });
    });
    await page.reload();
    await page.locator('summary', { hasText: 'Unresolved' }).click();
    await muted.waitFor();
  });

  // Stands last, because the bar offers no buttons for so many projects.
  it.each(SCRIPTS)('finds one of many projects by its typed name, %s', async (_how, hasScripts) => {
    const { stores } = triage.renderer;
    const slugs = Array.from({ length: 60 }, (_, index) => `service-${index}`);
    await stores.projects.ensure(slugs.map((slug) => ({ slug })));
    const projects = await stores.projects.list();
    for (const { id } of projects.slice(3)) await giveRole(stores, triage.people.bob, id, 'viewer');
    await open('/issues', { javaScriptEnabled: hasScripts });
    await menu().click();
    const field = page.getByLabel('Project', { exact: true }).and(page.locator('input'));
    await field.pressSequentially('Service-5');
    const offered = page.locator('option[value="service-59"]');
    if (hasScripts) await offered.waitFor({ state: 'attached' });
    await expectPage(offered).toHaveCount(hasScripts ? 1 : 0);
    await field.press('Enter');
    await page.waitForURL(`${site.origin}/issues?project=service-5`);
    await chip('project is service-5').waitFor();
  });
});
