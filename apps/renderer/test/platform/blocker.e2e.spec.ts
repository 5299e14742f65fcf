import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const LETTER = '/tours/a/letters/1';
const QUESTION = 'Leave this page? What you typed is not saved.';

describe('a page with unsaved input', () => {
  const tours = holdTours();

  async function openTyped(): Promise<Tour> {
    const tour = await tours.open(LETTER);
    await type(tour);
    return tour;
  }

  it('asks before a link loads anything, and renders nothing when the visitor stays', async () => {
    const tour = await openTyped();
    const renders = [await tour.text('letter'), await tour.text('tour')];
    await tour.go('/tours/a/stops/2');
    await isAsked(tour);
    expect(tour.data).toEqual([]);
    await answer(tour, 'Stay');
    await isUnchanged(tour);
    expect([await tour.text('letter'), await tour.text('tour')]).toEqual(renders);
    await tour.press('Follow');
    await answer(tour, 'Leave');
    await tour.shows('stop 2');
    expect(tour.data).toMatchObject([{ url: '/tours/a/stops/2' }]);
    expect([tour.documents, tour.errors]).toEqual([[], []]);
  });

  it('asks before back and forward, changes nothing meanwhile, and then goes to the entry', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.go(LETTER);
    await tour.shows('letter 1');
    await tour.go('/tours/a/stops/3');
    await tour.shows('stop 3');
    await back(tour);
    await tour.shows('letter 1');
    await type(tour);
    tour.forget();
    const entries = await tour.entries();
    await tour.page.evaluate(() => window.scrollTo(0, 700));
    for (const steps of [-1, 1]) {
      await back(tour, steps);
      await isAsked(tour);
      await isUnchanged(tour);
      await expectPage.poll(() => tour.page.evaluate(() => window.scrollY)).toBe(700);
      await answer(tour, 'Stay');
      await isUnchanged(tour);
    }
    await back(tour);
    await isAsked(tour);
    await answer(tour, 'Leave');
    await tour.shows('stop 1');
    expect(tour.address).toBe('/tours/a/stops/1');
    await back(tour, 2);
    await tour.shows('stop 3');
    expect(await tour.entries()).toBe(entries);
    expect([tour.data, tour.documents, tour.errors]).toEqual([[], [], []]);
  });

  it('has the browser ask before another document, and stays when the visitor declines', async () => {
    const tour = await openTyped();
    const dialog = tour.page.waitForEvent('dialog');
    const leaving = tour.page.goto(`${tours.origin}/tours/b/stops/9`).catch(() => 'stayed');
    await (await dialog).dismiss();
    expect(await leaving).toBe('stayed');
    await isUnchanged(tour);
  });

  describe('the dialog that asks whether to leave', () => {
    it('is answered by keys alone, gives the focus back, and makes the page behind it inert', async () => {
      const tour = await openTyped();
      await findControl(tour, 'Push').focus();
      await tour.page.keyboard.press('Enter');
      await isAsked(tour);
      await findAnswer(tour, 'Stay').and(tour.page.locator(':focus')).waitFor();
      await findText(tour).evaluate((field) => field.focus());
      await expectPage(findText(tour).and(tour.page.locator(':focus'))).toHaveCount(0);
      await tour.page.keyboard.press('Enter');
      await isNotAsked(tour);
      await findControl(tour, 'Push').and(tour.page.locator(':focus')).waitFor();
      await tour.page.keyboard.press('Enter');
      await isAsked(tour);
      await tour.page.keyboard.press('Tab');
      await findAnswer(tour, 'Leave').and(tour.page.locator(':focus')).waitFor();
      await tour.page.keyboard.press('Enter');
      await tour.shows('stop 2');
    });

    it('takes Escape as the answer "Stay"', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go(LETTER);
      await tour.shows('letter 1');
      await type(tour);
      await findText(tour).focus();
      await back(tour);
      await isAsked(tour);
      await tour.page.keyboard.press('Escape');
      await isNotAsked(tour);
      await isUnchanged(tour);
      await findText(tour).and(tour.page.locator(':focus')).waitFor();
    });

    it('takes a click beside it as "Stay", even in browsers without `closedby`', async () => {
      const tour = await openTyped();
      await tour.page.evaluate(() => {
        const { setAttribute } = Element.prototype;
        HTMLDialogElement.prototype.setAttribute = function setKnown(name, value) {
          if (name !== 'closedby') setAttribute.call(this, name, value);
        };
      });
      await tour.press('Follow');
      await isAsked(tour);
      await tour.page.mouse.click(5, 700);
      await isNotAsked(tour);
      await isUnchanged(tour);
    });

    it('is not in the document without JavaScript or without a question', async () => {
      expect(await (await fetch(tours.origin + LETTER)).text()).not.toContain('<dialog');
      const tour = await openTyped();
      await expectPage(tour.page.locator('dialog')).toHaveCount(0);
    });
  });
});

function findText({ page }: Tour): Locator {
  return page.getByLabel('text', { exact: true }).filter({ visible: true });
}

/**
 * Types with the keyboard, because browsers ask no question when the visitor has done nothing on
 * the page.
 */
async function type(tour: Tour): Promise<void> {
  await findText(tour).click();
  await findText(tour).pressSequentially('typed');
}

function findControl({ page }: Tour, name: string): Locator {
  return page.getByRole('form', { name: 'go' }).locator('a,button').filter({ hasText: name });
}

function findAnswer({ page }: Tour, name: string): Locator {
  return page.getByRole('dialog').getByRole('button', { name, exact: true });
}

async function isAsked({ page }: Tour): Promise<void> {
  await page.getByRole('dialog', { name: QUESTION, exact: true }).waitFor();
}

async function isNotAsked({ page }: Tour): Promise<void> {
  await page.locator('dialog').waitFor({ state: 'detached' });
}

async function answer(tour: Tour, name: 'Stay' | 'Leave'): Promise<void> {
  await findAnswer(tour, name).click({ noWaitAfter: true });
  await isNotAsked(tour);
}

async function isUnchanged(tour: Tour): Promise<void> {
  await eventually('the address is as before', () => tour.address === LETTER);
  await tour.shows('letter 1');
  await expectPage(findText(tour)).toHaveValue('typed');
}

async function back({ page }: Tour, steps = -1): Promise<void> {
  // The delay lets this script end before the document is left, because it could not answer after
  // that.
  await page.evaluate((by) => void setTimeout(() => history.go(by)), steps);
}
