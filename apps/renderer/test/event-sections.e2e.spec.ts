import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Breadcrumb } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { listenOnLoopback } from './platform/harness/index.ts';
import { signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

const OCCURRED_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const step = (seconds: number, category: string): Breadcrumb => ({
  timestampMs: OCCURRED_MS + seconds * 1000,
  type: 'default',
  category,
  level: 'info',
  message: `${category} at ${seconds}`,
});

const event = sampleEvent({
  breadcrumbs: [
    ...Array.from({ length: 20 }, (_, index) =>
      step(index - 30, index % 5 === 0 ? 'http' : 'console'),
    ),
    step(2, 'late'),
  ],
  user: { id: '42' },
  extra: {
    cart: { id: 7, items: [{ name: 'x'.repeat(90), price: 4 }] },
    note: `${'a'.repeat(700)}the end`,
  },
});

const renderer = hold(startSpecRenderer);
let owner: Person;

beforeAll(async () => {
  ({ owner } = await signInPeople(renderer.stores, ['owner']));
  await renderer.stores.reports.record([sampleReport(1, event)]);
});

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('the page of an event, %s', (_how, javaScriptEnabled) => {
  const site = holdTabs(() => listenOnLoopback(renderer), { javaScriptEnabled });
  let page: Page;
  let errors: string[];

  beforeEach(async () => {
    page = await site.tabs.open({ cookie: owner.cookie });
    errors = watchErrors(page);
    await openAt(page, `${site.origin}/issues/1`);
  });

  it('highlights code in colours and keeps its text unchanged', async () => {
    const source = page.locator('#failing-frame .source');
    await expectPage
      .poll(() => source.locator('.code-keyword').allInnerTexts())
      .toEqual(expect.arrayContaining(['export function ', 'return']));
    expect((await source.innerText()).split('\n').map((line) => line.trim())).toContain(
      'return cart.items[0].price;',
    );
    const colour = await source
      .locator('.code-keyword')
      .first()
      .evaluate((word) => getComputedStyle(word).color);
    expect(colour).toBe('rgb(107, 63, 143)');
  });

  it('shows the event at its place among the breadcrumbs', async () => {
    const steps = page.locator('#breadcrumbs .crumbs > ol > li');
    expect((await steps.nth(0).innerText()).includes('late at 2')).toBe(true);
    await expectPage(steps.nth(1)).toHaveText(/this event\s+TypeError: Cannot read/, {
      useInnerText: true,
    });
    expect((await steps.nth(2).innerText()).includes('console at -11')).toBe(true);
  });

  it('shows only breadcrumbs of the checked kinds, including older ones', async () => {
    const visible = page.locator('#breadcrumbs .crumb:visible');
    await expectPage(visible).toHaveCount(13);
    const http = page.locator('#breadcrumbs').getByLabel('http 4');
    await http.check();
    await expectPage.poll(() => visible.allInnerTexts()).toHaveLength(4);
    await expectPage(page.getByText('older steps')).toBeHidden();
    await page.locator('#breadcrumbs').getByLabel('late 1').check();
    await expectPage(visible).toHaveCount(5);
    await http.uncheck();
    await page.locator('#breadcrumbs').getByLabel('late 1').uncheck();
    await expectPage(visible).toHaveCount(13);
  });

  it('links to all issues of its user', async () => {
    const link = page.locator('#user').getByRole('link', { name: 'All issues of this user' });
    await expectPage(link).toHaveAttribute('href', '/issues?query=user.id:42');
  });

  it('folds large parts of a value and the rest of a long text', async () => {
    const extra = page.locator('#extra');
    const price = extra.getByText('price', { exact: false }).first();
    await expectPage(price).toBeHidden();
    await extra.locator('summary', { hasText: 'items' }).click();
    await extra.locator('summary', { hasText: '1 entry' }).first().waitFor();
    await extra.locator('summary', { hasText: '107 more letters' }).click();
    await extra.getByText('the end').waitFor();
    expect(errors).toEqual([]);
  });
});
