import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

const triage = hold(() => Triage.start());

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('triage on the pages, %s', (_how, javaScriptEnabled) => {
  const site = holdTabs(() => triage.listen(), { javaScriptEnabled, reducedMotion: 'reduce' });
  let page: Page;
  let errors: string[];

  async function open(path: string, who: Known = 'ann'): Promise<void> {
    page = await site.tabs.open({ cookie: triage.people[who].cookie });
    errors = watchErrors(page);
    await openAt(page, site.origin + path);
  }

  const bar = () => page.getByRole('group', { name: 'Triage' });
  const press = (name: string) => bar().getByRole('button', { name, exact: true }).click();
  const menu = (name: string) => bar().locator('summary', { hasText: name }).click();
  const row = (id: number) => page.locator(`input[name=issue][value="${id}"]`);
  const told = (text: string) =>
    page.getByRole('region', { name: 'Message' }).getByText(text).waitFor();
  const statusOf = async (id: number) => (await triage.stateOf(id))?.status;

  it('merges the selected issues of the list, and undoes that', async () => {
    const [first, second] = [await triage.add(), await triage.add()];
    await open('/issues');
    await row(first).check();
    // A single issue cannot be merged. Without scripts only the server says so.
    const button = bar().getByRole('button', { name: 'Merge', exact: true });
    // Scripts hide the button once this part of the list is hydrated.
    await button.waitFor({ state: javaScriptEnabled ? 'hidden' : 'visible' });
    await row(second).check();
    await press('Merge');
    await told('1 issue merged into');
    await row(second).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await told('1 issue as it was.');
    await row(second).waitFor();
    expect(errors).toEqual([]);
  });

  it('shows a mistake beside the field of a menu, and keeps the selection', async () => {
    const id = await triage.add();
    await open('/issues');
    await row(id).check();
    await menu('Mute');
    await bar().getByLabel('Other', { exact: true }).fill('none');
    await press('Mute for so many');
    await bar().getByText('Write a whole number').waitFor();
    await expectPage(bar().getByLabel('Other', { exact: true })).toBeVisible();
    await expectPage(row(id)).toBeChecked();
    expect(await statusOf(id)).toBe('unresolved');
    await bar().getByLabel('Other', { exact: true }).fill('20');
    await page.keyboard.press('Enter');
    await told('1 issue muted.');
    expect(await triage.stateOf(id)).toMatchObject({ kind: 'events', count: 20 });
  });

  it('takes a comment, changes it, and deletes it when that is confirmed', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    await page.getByLabel('Comment', { exact: true }).first().fill('It was **me**.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.locator('strong', { hasText: 'me' }).waitFor();
    await expectPage(page.getByLabel('Comment', { exact: true }).first()).toHaveValue('');
    await history.getByText('Edit').click();
    const edited = history.locator('textarea[name=edited]');
    await expectPage(edited).toHaveValue('It was **me**.');
    await edited.fill('');
    await history.getByRole('button', { name: 'Save' }).click();
    await history.getByText('A comment has 1 to 10,000 characters.').waitFor();
    await edited.fill('It was *you*.');
    await history.getByRole('button', { name: 'Save' }).click();
    await history.locator('em', { hasText: 'you' }).waitFor();
    await history.getByText('edited').waitFor();
    await expectPage(edited).toBeHidden();
    await history.getByRole('button', { name: 'Delete', exact: true }).first().click();
    const question = page.getByRole('dialog', { name: 'Delete this comment?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await history.locator('em', { hasText: 'you' }).waitFor();
    await history.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await history.getByText('said something, and deleted it').waitFor();
    await told('Comment deleted.');
  });

  it('has no sideways scroll on a phone, and buttons large enough for a thumb', async () => {
    const id = await triage.add();
    await open('/issues');
    await page.close();
    page = await site.tabs.open({
      cookie: triage.people.ann.cookie,
      own: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
    });
    for (const path of ['/issues', '/issues?status=all', `/issues/${id}`]) {
      await openAt(page, site.origin + path);
      if (path.startsWith('/issues?') || path === '/issues') {
        await row(id).waitFor({ state: 'hidden' });
        await page.getByText('Select', { exact: true }).tap();
        await row(id).check();
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(360);
      await bar().waitFor();
      // Buttons disappear when the bar is hydrated, so all are measured in one moment.
      const boxes = await bar()
        .locator('.button:visible')
        .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().toJSON()));
      expect(boxes).not.toEqual([]);
      for (const { width: across, height, right, y } of boxes) {
        expect(height).toBeGreaterThanOrEqual(44);
        expect(across).toBeGreaterThanOrEqual(44);
        // The bar is fixed, so a button beyond its edge could not be reached by scrolling.
        expect(right).toBeLessThanOrEqual(360);
        expect(y).toBeGreaterThan(480);
      }
    }
  });

  if (!javaScriptEnabled) return;
});

describe.each([
  ['a wide screen', { width: 1280, height: 800 }],
  ['a narrow screen', { width: 360, height: 640 }],
])('the focus after triage by the keyboard alone, on %s', (_screen, viewport) => {
  const site = holdTabs(() => triage.listen(), { viewport, reducedMotion: 'reduce' });
  let page: Page;

  async function open(path: string): Promise<void> {
    page = await site.tabs.visit(path, { cookie: triage.people.ann.cookie });
  }

  const bar = () => page.getByRole('group', { name: 'Triage' });
  const button = (name: string) => bar().getByRole('button', { name, exact: true });
  const menu = (name: string) => bar().locator('summary', { hasText: name });
  const box = (id: number) => page.locator(`input[name=issue][value="${id}"]`);
  const told = (text: string) =>
    page.getByRole('region', { name: 'Message' }).getByText(text).waitFor();
  const hasFocus = (control: Locator) => control.and(page.locator(':focus')).waitFor();
  async function tabTo(control: Locator, key = 'Tab'): Promise<void> {
    for (let pressed = 0; pressed < 60; pressed += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`No ${key} leads there.`);
  }

  /** On phones, rows have checkboxes only after *Select*. */
  async function showBoxes(): Promise<void> {
    if (viewport.width > 1000) return;
    await tabTo(page.getByRole('checkbox', { name: 'Select', exact: true }));
    await page.keyboard.press('Space');
  }

  it('stays on the row in the list, or goes to the next row when that one left', async () => {
    const [last, middle, first] = [await triage.add(), await triage.add(), await triage.add()];
    await open('/issues');
    await showBoxes();
    await tabTo(box(middle));
    await page.keyboard.press('Space');
    await tabTo(button('Resolve'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await box(middle).waitFor({ state: 'detached' });
    await hasFocus(box(last));
    await tabTo(box(first), 'Shift+Tab');
    await page.keyboard.press('Space');
    await tabTo(menu('Assign'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(button('To me'));
    await page.keyboard.press('Enter');
    await told('1 issue assigned.');
    await hasFocus(box(first));
  });

  // Other screens have the same controls in the same order.
  if (viewport.width < 1000) return;

  it('goes to the button that reverts a change, or to the menu of the choice', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    // The code that keeps the focus is loaded after the page.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/kept-focus')),
    );
    await tabTo(button('Resolve'));
    await page.keyboard.press('Enter');
    await told('resolved.');
    await hasFocus(button('Reopen'));
    await page.keyboard.press('Enter');
    await told('reopened.');
    await hasFocus(button('Resolve'));
    await tabTo(menu('Assign'));
    await page.keyboard.press('Enter');
    await tabTo(button('To me'));
    await page.keyboard.press('Enter');
    await page.getByText('assigned to ann').waitFor();
    await hasFocus(menu('Assign'));
    await tabTo(menu('Mute'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(button('For 1 day'));
    await page.keyboard.press('Enter');
    await told('muted.');
    await hasFocus(menu('Mute'));
  });

  it('goes to the page when the list is empty', async () => {
    await triage.add();
    await open('/issues');
    await tabTo(page.getByRole('checkbox', { name: 'Select all' }));
    await page.keyboard.press('Space');
    await tabTo(button('Resolve'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('input[name=issue]').first().waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('main'));
  });
});
