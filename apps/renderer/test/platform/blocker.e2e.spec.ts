import { describe, expect, it } from '@jest/globals';
import { holdTours, Tour } from './support/tour.ts';
import {
  answer,
  back,
  findAnswer,
  findControl,
  findText,
  isAsked,
  isNotAsked,
  isUnchanged,
  LETTER,
  type,
} from './support/unsaved.ts';

describe('a page with unsaved input', () => {
  const tours = holdTours();

  describe('a page that is left by a navigation', () => {
    it.each([
      ['Follow', 1],
      ['Replace', 0],
    ])('asks before the control %s loads anything', async (control, added) => {
      const tour = await openTyped();
      const entries = await tour.entries();
      await tour.go('/tours/a/stops/2', control);
      await isAsked(tour);
      expect(tour.data).toEqual([]);
      await answer(tour, 'Stay');
      await isUnchanged(tour);
      await tour.press(control);
      await answer(tour, 'Leave');
      await tour.shows('stop 2');
      expect(tour.address).toBe('/tours/a/stops/2');
      expect(tour.data).toMatchObject([{ url: '/tours/a/stops/2' }]);
      expect(await tour.entries()).toBe(entries + added);
      expect([tour.documents, tour.errors]).toEqual([[], []]);
    });

    it('asks before a form loads anything', async () => {
      const tour = await openTyped();
      await tour.page.getByLabel('search for', { exact: true }).press('Enter');
      await isAsked(tour);
      expect(tour.data).toEqual([]);
      await answer(tour, 'Leave');
      await tour.shows('search');
    });

    it('asks nothing once the input is saved', async () => {
      const tour = await openTyped();
      await tour.page.getByRole('button', { name: 'Save' }).click();
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await back(tour);
      await tour.shows('letter 1');
      expect(tour.errors).toEqual([]);
    });
  });

  describe('the dialog that asks whether to leave', () => {
    it('is answered by keys alone, and gives the focus back', async () => {
      const tour = await openTyped();
      await findControl(tour, 'Push').focus();
      await tour.page.keyboard.press('Enter');
      await isAsked(tour);
      await findAnswer(tour, 'Stay').and(tour.page.locator(':focus')).waitFor();
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

    it('keeps the focus, and makes the page behind it inert', async () => {
      const tour = await openTyped();
      await tour.press('Follow');
      await isAsked(tour);
      const focused: string[] = [];
      for (let press = 0; press < 6; press += 1) {
        await tour.page.keyboard.press('Tab');
        focused.push(await tour.page.evaluate(() => document.activeElement?.textContent ?? ''));
      }
      expect(focused).toContain('Stay');
      expect(focused).toContain('Leave');
      const isBehind = await tour.page.evaluate(
        () => document.activeElement?.matches('#root > :not(dialog) *') ?? false,
      );
      expect(isBehind).toBe(false);
      await findText(tour).evaluate((field) => field.focus());
      expect(await findText(tour).and(tour.page.locator(':focus')).count()).toBe(0);
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
      await tour.press('Follow');
      await isAsked(tour);
      await tour.page.keyboard.press('Escape');
      await isNotAsked(tour);
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

    it('causes no rendering of the page', async () => {
      const tour = await openTyped();
      const renders = await tour.text('letter');
      const layoutRenders = await tour.text('tour');
      await tour.press('Follow');
      await isAsked(tour);
      await answer(tour, 'Stay');
      expect(await tour.text('letter')).toBe(renders);
      expect(await tour.text('tour')).toBe(layoutRenders);
    });

    it('is not in the document without JavaScript or without a question', async () => {
      const tour = await tours.enter({ javaScriptEnabled: false });
      await tour.page.goto(tours.origin + LETTER);
      expect(await tour.page.locator('dialog').count()).toBe(0);
      const other = await openTyped();
      expect(await other.page.locator('dialog').count()).toBe(0);
    });
  });

  async function openTyped(): Promise<Tour> {
    const tour = await tours.open(LETTER);
    await type(tour);
    return tour;
  }
});
