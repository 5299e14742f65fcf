import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Tours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('on arrival at a page', () => {
  let tours: Tours;

  beforeAll(async () => {
    tours = await Tours.start();
  });

  afterEach(() => tours.close());

  afterAll(() => tours.end());

  describe('what a screen reader is told', () => {
    it('is nothing when a document is loaded, by a polite region that is there for later', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      expect(await announced(tour)).toBe('');
      // As the role is by itself.
      expect([null, 'polite']).toContain(await region(tour).getAttribute('aria-live'));
      expect(await region(tour).and(tour.page.getByRole('status')).count()).toBe(1);
    });

    it.each([
      ['its title', 'stops/2', 'stop 2', 'Stop 2 · Probe'],
      ['its heading where it has no title', 'stops/untitled', 'stop untitled', 'stop untitled'],
      ['what it ended in', 'stops/2?end=404', 'Not found', 'Not found · Probe'],
    ])('is of the next page %s', async (_what, path, heading, text) => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go(`/tours/a/${path}`);
      await tour.shows(heading);
      expect(await announced(tour)).toBe(text);
    });

    it('is its path where it has neither title nor heading', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/nameless');
      await tour.says('address', '/tours/a/stops/nameless');
      expect(await announced(tour)).toBe('/tours/a/stops/nameless');
    });

    it('is of the page reached by back', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.page.goBack();
      await tour.shows('stop 1');
      expect(await announced(tour)).toBe('Stop 1 · Probe');
    });

    it('is its heading where the page before has the same title', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/23');
      await tour.shows('stop 23');
      expect(await announced(tour)).toBe('Stop 23 · Probe');
      await tour.go('/tours/a/stops/2?3');
      await tour.shows('stop 2');
      expect(await announced(tour)).toBe('stop 2');
    });

    it('is said once of a page that has to wait for something later', async () => {
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

    it('is nothing when a page is loaded again', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      const loads = Number((await tour.text('loads')).split(' ').at(-1));
      await tour.press('Refresh');
      await tour.says('loads', `load ${loads + 1}`);
      expect(await announced(tour)).toBe('');
    });
  });

  describe('the focus', () => {
    it('stays where it is when a document is loaded', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      expect(await focused(tour)).toBe('BODY');
    });

    it.each(['Follow', 'Push'])('goes to the heading of the next page: %s', async (control) => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2', control);
      await tour.shows('stop 2');
      expect(await focused(tour)).toBe('H1 stop 2');
    });

    it('goes on from the heading with the next tab', async () => {
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

    it('stays with a visitor who types', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2?hold=typed');
      const note = tour.byLabel('layout note');
      await note.pressSequentially('typ');
      await tours.openGate('typed');
      await tour.shows('stop 2');
      await tour.page.keyboard.type('ed');
      expect(await note.inputValue()).toBe('typed');
    });

    it('goes to the heading when only the query changes, too', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/1?day=1');
      await tour.says('query', 'day=1');
      expect(await focused(tour)).toBe('H1 stop 1');
    });

    it('stays where it is when a page is loaded again', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      const loads = Number((await tour.text('loads')).split(' ').at(-1));
      await tour.press('Refresh');
      await tour.says('loads', `load ${loads + 1}`);
      expect(await focused(tour)).toBe('BUTTON Refresh');
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
