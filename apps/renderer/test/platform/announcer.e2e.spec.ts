import { describe, expect, it } from '@jest/globals';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the arrival at a page', () => {
  const tours = holdTours();

  describe('the announcement for screen readers', () => {
    it('is empty when a document is loaded, in a polite live region', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      expect(await announced(tour)).toBe('');
      expect([null, 'polite']).toContain(await region(tour).getAttribute('aria-live'));
      expect(await region(tour).and(tour.page.getByRole('status')).count()).toBe(1);
    });

    it('is the title of the next page', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      expect(await announced(tour)).toBe('Stop 2 · Probe');
    });

    it('is made once for a page that waits again later', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/patient/2');
      await tour.shows('alive 2');
      expect(await announced(tour)).toBe('alive 2');
      await tour.byText('Wait for a key').click();
      await tour.byText('the page waits').waitFor();
      await tour.page.keyboard.press('Shift');
      await tour.shows('alive 2');
      await tour.byText('the page waits').waitFor({ state: 'detached' });
      expect(await announced(tour)).toBe('alive 2');
    });
  });

  describe('the focus', () => {
    it('stays where it is when a document is loaded', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      expect(await focused(tour)).toBe('BODY');
    });

    it('goes to the heading of the next page', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      expect(await focused(tour)).toBe('H1 stop 2');
    });

    it('moves on from the heading with the Tab key', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.page.keyboard.press('Tab');
      expect(await focused(tour)).toBe('BUTTON page clicked 0');
    });

    it('goes to the heading of the page reached by back', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.page.goBack();
      await tour.shows('stop 1');
      expect(await focused(tour)).toBe('H1 stop 1');
    });

    it('stays in the field in which the visitor types', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2?hold=typed');
      const note = tour.byLabel('layout note');
      await note.pressSequentially('typ');
      await tours.openGate('typed');
      await tour.shows('stop 2');
      await tour.page.keyboard.type('ed');
      expect(await note.inputValue()).toBe('typed');
    });
  });
});

const region = ({ page }: Tour) => page.locator('body > [role=status]');

const announced = (tour: Tour): Promise<string | null> => region(tour).textContent();

function focused({ page }: Tour): Promise<string> {
  return page.evaluate(() => {
    const { tagName, textContent } = document.activeElement ?? document.body;
    return tagName === 'BODY' ? tagName : `${tagName} ${textContent}`;
  });
}
