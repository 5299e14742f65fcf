import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { untilListening, openBrowser } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { Tabs } from '../../../test/support/tabs.ts';
import { giveRole } from './support/people.ts';
import { Triage } from './support/triage.ts';

const SCRIPTS = [
  ['with JavaScript', true],
  ['without JavaScript', false],
] as const;

describe('the choice of a project', () => {
  let triage: Triage;
  let origin: string;
  let browser: Browser;
  let tabs: Tabs;
  let page: Page;
  let documents: string[];
  let data: string[];
  let web: number;
  let api: number;

  beforeAll(async () => {
    triage = await Triage.start();
    await giveRole(triage.renderer.stores, triage.people.bob, 2, 'member');
    web = await triage.add();
    api = await triage.add({ projectId: 2 });
    origin = await triage.listen();
    browser = await openBrowser();
    tabs = new Tabs(browser, origin, { reducedMotion: 'reduce' });
  });

  afterEach(async () => {
    await tabs.clear();
    await triage.submit('/account/filter', 'forget-filter', {}, 'bob').expect(303);
  });

  afterAll(async () => {
    await browser.close();
    await triage.renderer.end();
  });

  async function open(path: string, own?: BrowserContextOptions): Promise<void> {
    page = await tabs.open({ cookie: triage.people.bob.cookie, ...(own ? { own } : {}) });
    documents = [];
    data = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.isNavigationRequest()) documents.push(pathname + search);
      const headers = request.headers();
      if (headers['router-state'] === undefined) return;
      data.push(`${headers['router-prefetch'] ?? 'visit'} ${pathname}${search}`);
    });
    await page.goto(origin + path);
    if (own?.javaScriptEnabled !== false) await untilListening(page);
    documents = [];
  }

  const choice = (): Locator => page.getByRole('combobox', { name: 'Project' });
  const show = (): Locator => page.getByRole('button', { name: 'Show', exact: true });
  const row = (id: number): Locator => page.locator(`main a[href="/issues/${id}"]`);
  const at = (): string => page.url().slice(origin.length);

  it.each(SCRIPTS)('shows the issues of the project %s', async (_how, javaScriptEnabled) => {
    await open('/issues?status=all', { javaScriptEnabled });
    await choice().selectOption('web');
    await show().click();
    await row(api).waitFor({ state: 'detached' });
    await row(web).waitFor();
    expect(at()).toBe('/issues?project=web&query=');
    expect(await page.title()).toBe('Issues in web · Errata');
    expect(await choice().inputValue()).toBe('web');
    const sent =
      '/issues?query=&project=web&environment=&release=&time=all&sort=&from=&to=&status=all';
    const asked = [sent, '/issues?project=web&query='];
    expect(documents).toEqual(javaScriptEnabled ? [] : asked);
    await page.getByRole('link', { name: 'Unresolved' }).click();
    await page.waitForURL(`${origin}/issues?project=web`);
    expect(await choice().inputValue()).toBe('web');
  });

  it('matches the list again when the visitor goes back and forward', async () => {
    await open('/issues');
    await choice().selectOption('web');
    await show().click();
    await row(api).waitFor({ state: 'detached' });
    await choice().selectOption('api');
    await page.goBack();
    await row(api).waitFor();
    expect([at(), await choice().inputValue()]).toEqual(['/issues', '']);
    await page.goForward();
    await row(api).waitFor({ state: 'detached' });
    expect([at(), await choice().inputValue()]).toEqual(['/issues?project=web', 'web']);
    await page.reload();
    expect(await choice().inputValue()).toBe('web');
  });

  it('is made by keyboard, and sent only by its button', async () => {
    await open('/issues');
    await page.getByRole('link', { name: /^All/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await choice().evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await choice().inputValue()).toBe('web');
    expect(at()).toBe('/issues');
    await show().focus();
    await page.keyboard.press('Enter');
    await row(api).waitFor({ state: 'detached' });
    expect(at()).toBe('/issues?project=web');
    expect(documents).toEqual([]);
  });

  it('is sent at once when it is made with a pointer', async () => {
    await open('/issues');
    // The code that sends the choice at once is loaded when the browser is idle. The search field
    // becomes a combobox when this code is loaded.
    const field = page.locator('.search-form input[name=query]');
    await field.focus();
    await page.locator('.search-form input[role=combobox]').waitFor();
    await choice().click();
    await choice().selectOption('web');
    await row(api).waitFor({ state: 'detached' });
    expect(at()).toBe('/issues?project=web');
    expect(documents).toEqual([]);
  });

  it('prefetches the list of all projects when the pointer is on it', async () => {
    await open('/issues?project=web');
    await choice().hover();
    await eventually('it is loaded ahead', () => data.includes('page /issues'));
    expect(documents).toEqual([]);
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
    expect(await choice().count()).toBe(0);
    await fold.tap();
    for (const target of [fold, choice(), show()]) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
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
});
