import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { Tour, Tours } from './support/tour.ts';
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

describe('a page with something unsaved', () => {
  let tours: Tours;

  beforeAll(async () => {
    tours = await Tours.start();
  });

  afterEach(() => tours.close());

  afterAll(() => tours.end());

  describe('left by', () => {
    it.each([
      ['Follow', 1],
      ['Push', 1],
      ['Replace', 0],
      ['Put', 0],
    ])('%s asks before anything is loaded', async (control, added) => {
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

    it('a form asks', async () => {
      const tour = await openTyped();
      await tour.page.getByLabel('search for', { exact: true }).press('Enter');
      await isAsked(tour);
      expect(tour.data).toEqual([]);
      await answer(tour, 'Leave');
      await tour.shows('search');
    });

    it('anything asks nothing once it is saved', async () => {
      const tour = await openTyped();
      await tour.page.getByRole('button', { name: 'Save' }).click();
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await back(tour);
      await tour.shows('letter 1');
      expect(tour.errors).toEqual([]);
    });

    it('a link asks nothing at the page that follows', async () => {
      const tour = await openTyped();
      await tour.go('/tours/a/stops/2');
      await answer(tour, 'Leave');
      await tour.shows('stop 2');
      await tour.go('/tours/a/stops/3');
      await tour.shows('stop 3');
    });

    it('a form that leads here asks nothing', async () => {
      const tour = await openTyped();
      await tour.page.getByLabel('search here for').press('Enter');
      await tour.says('address', `${LETTER}?q=`);
      expect(await findText(tour).inputValue()).toBe('typed');
    });

    it.each([
      ['/tours/a/letters/1#below', '#below'],
      ['/tours/a/letters/1?x=1', '?x=1'],
    ])('%s, where it stays, is not asked about', async (address, end) => {
      const tour = await openTyped();
      await tour.go(address);
      await tour.says('address', LETTER + end);
      expect(await findText(tour).inputValue()).toBe('typed');
    });

    it.each(['Refresh', 'Drop all'])('%s, where it stays, is not asked about', async (control) => {
      const tour = await openTyped();
      const before = await tour.text('tour');
      await tour.press(control);
      await eventually('it is loaded', async () => (await tour.text('tour')) !== before);
      expect(await tour.page.getByRole('dialog').count()).toBe(0);
      expect(await findText(tour).inputValue()).toBe('typed');
    });

    it('a page that was on its way before asks when it arrives', async () => {
      const tour = await tours.open(LETTER);
      await tour.go('/tours/a/stops/2?hold=typed-meanwhile');
      await type(tour);
      await tours.openGate('typed-meanwhile');
      await isAsked(tour);
      await isUnchanged(tour);
      await answer(tour, 'Leave');
      await tour.shows('stop 2');
      expect(tour.data).toHaveLength(1);
    });
  });

  describe('asks in a dialog', () => {
    it('of the newest question', async () => {
      const tour = await openTyped();
      await tour.page.getByLabel('signature').fill('A. B.');
      await tour.press('Follow');
      await isAsked(tour, 'Leave without the signature of A. B.?');
      expect(await tour.page.getByRole('dialog').count()).toBe(1);
    });

    it('that is answered by keys alone, and gives the focus back', async () => {
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

    it('that keeps the focus, and what is behind it is inert', async () => {
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

    it('that Escape answers with staying', async () => {
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
      // It asks again as it did.
      await tour.press('Follow');
      await isAsked(tour);
      await tour.page.keyboard.press('Escape');
      await isNotAsked(tour);
    });

    it('that a click beside it answers with staying, in browsers that do not know `closedby` too', async () => {
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

    it('that goes away when all is saved, and nothing else happens', async () => {
      const tour = await openTyped();
      await findControl(tour, 'Follow').focus();
      await tour.page.keyboard.press('Enter');
      await isAsked(tour);
      await tour.page.evaluate(() => window.dispatchEvent(new Event('save')));
      await isNotAsked(tour);
      await findControl(tour, 'Follow').and(tour.page.locator(':focus')).waitFor();
      expect([tour.address, tour.data]).toEqual([LETTER, []]);
      await tour.press('Follow');
      await tour.shows('stop 2');
    });

    it('that stays while the page is loaded again', async () => {
      const tour = await openTyped();
      await tour.press('Follow');
      await isAsked(tour);
      const before = await tour.text('tour');
      const otherTab = new Tour(await tour.page.context().newPage());
      await otherTab.visit(tours.origin + LETTER);
      await otherTab.press('Drop all');
      await tour.page.bringToFront();
      await eventually('it is loaded', async () => (await tour.text('tour')) !== before);
      await isAsked(tour);
      await answer(tour, 'Stay');
      await isUnchanged(tour);
      await tour.press('Follow');
      await answer(tour, 'Leave');
      await tour.shows('stop 2');
    });

    it('that costs no rendering of the page', async () => {
      const tour = await openTyped();
      const renders = await tour.text('letter');
      const layoutRenders = await tour.text('tour');
      await tour.press('Follow');
      await isAsked(tour);
      await answer(tour, 'Stay');
      expect(await tour.text('letter')).toBe(renders);
      expect(await tour.text('tour')).toBe(layoutRenders);
    });

    it('of which nothing is there without JavaScript, or a question', async () => {
      const tour = await tours.enter({ javaScriptEnabled: false });
      await tour.page.goto(tours.origin + LETTER);
      expect(await tour.page.locator('dialog').count()).toBe(0);
      const other = await openTyped();
      expect(await other.page.locator('dialog').count()).toBe(0);
    });
  });

  /** On a page with something typed, which nothing has been asked for since. */
  async function openTyped(): Promise<Tour> {
    const tour = await tours.open(LETTER);
    await type(tour);
    return tour;
  }
});
