import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { openAt } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { type HeldScript, holdScript } from './platform/support/held-script.ts';
import { Triage } from './support/triage.ts';

describe('single keys', () => {
  const triage = hold(() => Triage.start());
  const site = holdTabs(() => triage.listen(), { reducedMotion: 'reduce' });
  let page: Page;

  beforeEach(async () => {
    page = await site.tabs.open({ cookie: triage.people.ann.cookie });
  });

  const isCursorOn = (id: number): Promise<boolean> =>
    page.evaluate(
      (value) =>
        document.activeElement
          ?.closest('.record')
          ?.querySelector(`input[name=issue][value="${value}"]`) instanceof HTMLElement,
      id,
    );
  const listChosen = (): Promise<string[]> =>
    page
      .locator('input[name=issue]:checked')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value') ?? ''));
  const statusOf = async (id: number) => (await triage.stateOf(id))?.status;
  const isOpen = (menu: string): Promise<boolean> =>
    page
      .locator('.triage-buttons .menu', { hasText: menu })
      .first()
      .evaluate((each) => each instanceof HTMLDetailsElement && each.open);

  async function openWithKeys(path: string): Promise<void> {
    await openAt(page, site.origin + path);
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await eventually('keys are alive', async () => {
      await page.keyboard.press('?');
      return dialog.isVisible();
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  async function releaseAndLoad(script: HeldScript): Promise<void> {
    const loaded = page.waitForEvent('requestfinished', (each) =>
      each.url().includes('/kept-focus-'),
    );
    script.release();
    await loaded;
  }

  it('move over the list, open an issue and lead back to the list as it was', async () => {
    const [older, newer] = [await triage.add(), await triage.add()];
    await openWithKeys('/issues?query=is%3Aunresolved');
    await page.keyboard.press('j');
    expect(await isCursorOn(newer)).toBe(true);
    await page.keyboard.press('k');
    expect(await isCursorOn(newer)).toBe(true);
    await page.keyboard.press('j');
    expect(await isCursorOn(older)).toBe(true);
    await page.keyboard.press('o');
    await page.waitForURL(`**/issues/${older}`);
    await page.locator('.issue-head').filter({ visible: true }).waitFor();
    await eventually('the keys of the new page are alive, and one leads back', async () => {
      await page.keyboard.press('u');
      return page.url().endsWith('/issues?query=is%3Aunresolved');
    });
  });

  it.each([
    ['with the code of the bar', false],
    ['before the code of the bar has come', true],
  ])('resolve the issue at the cursor, and go on with the next issue, %s', async (_, isEarly) => {
    const [third, second, first] = [await triage.add(), await triage.add(), await triage.add()];
    const script = await holdScript(page, '**/assets/kept-focus-*.js');
    await openWithKeys('/issues');
    await script.isAsked;
    if (!isEarly) await releaseAndLoad(script);
    await page.keyboard.press('j');
    expect(await isCursorOn(first)).toBe(true);
    await page.keyboard.press('r');
    await page.locator(`input[name=issue][value="${first}"]`).waitFor({ state: 'detached' });
    if (isEarly) script.release();
    expect(await statusOf(first)).toBe('resolved');
    await eventually('the cursor is on the next', () => isCursorOn(second));
    await page.keyboard.press('Shift+ArrowDown');
    expect(await listChosen()).toEqual([`${second}`, `${third}`]);
    await page.keyboard.press('x');
    expect(await listChosen()).toEqual([`${second}`]);
    await page.keyboard.press('m');
    expect(await isOpen('Mute')).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator(`input[name=issue][value="${second}"]`).waitFor({ state: 'detached' });
    expect([await statusOf(second), await statusOf(third)]).toEqual(['muted', 'unresolved']);
  });

  it('a click with Shift selects a range of issues', async () => {
    const ids = [await triage.add(), await triage.add(), await triage.add()].toReversed();
    await openWithKeys('/issues');
    const click = (id: number | undefined, modifiers: 'Shift'[] = []) =>
      page.locator(`input[name=issue][value="${id}"]`).click({ modifiers });
    await click(ids[0]);
    await click(ids[2], ['Shift']);
    expect(await listChosen()).toEqual(ids.map(String));
    await page.getByText('3 selected').waitFor();
    await click(ids[1], ['Shift']);
    expect(await listChosen()).toEqual([`${ids[0]}`]);
  });

  it('step through events, open menus and resolve on the page of an issue', async () => {
    const id = await triage.add();
    await triage.addEvent(id);
    await openWithKeys(`/issues/${id}`);
    await page.keyboard.press('p');
    await page.waitForURL(`**/issues/${id}?event=*`);
    await page.getByText('Event 1 of 2').waitFor();
    await eventually('one leads to the newer event', async () => {
      await page.keyboard.press('n');
      return page.getByText('Event 2 of 2').filter({ visible: true }).isVisible();
    });
    await eventually('one opens the menu', async () => {
      if (!(await isOpen('Assign'))) await page.keyboard.press('a');
      return isOpen('Assign');
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await eventually('it is resolved', async () => (await statusOf(id)) === 'resolved');
  });

  it('leave letters to fields, and do nothing for people who switched them off', async () => {
    const id = await triage.add();
    await openWithKeys('/issues');
    await page.locator('input[name=query]').fill('');
    await page.keyboard.type('jkxr?');
    await expectPage(page.locator('input[name=query]')).toHaveValue('jkxr?');
    await page.getByRole('heading', { name: 'Issues' }).focus();
    await page.keyboard.press('Control+j');
    expect(await isCursorOn(id)).toBe(false);
    await page.evaluate(() => document.body.setAttribute('data-keys', 'off'));
    await page.keyboard.press('j');
    expect(await isCursorOn(id)).toBe(false);
  });
});
