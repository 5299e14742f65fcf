import { describe, expect, it } from '@jest/globals';
import type { Dialog } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { answerData } from './support/answer-data.ts';
import { holdTours } from './support/tour.ts';
import type { OpenOptions, Tour } from './support/tour.ts';
import { answer, back, isAsked, isUnchanged, LETTER, type } from './support/unsaved.ts';

describe('a page with unsaved input', () => {
  const tours = holdTours();

  describe('a page that is left by back and forward', () => {
    it('asks whether to leave, and changes nothing meanwhile', async () => {
      const tour = await openBetween();
      await tour.page.evaluate(() => window.scrollTo(0, 700));
      for (const steps of [-1, 1]) {
        await back(tour, steps);
        await isAsked(tour);
        await isUnchanged(tour);
        expect(await tour.page.evaluate(() => window.scrollY)).toBe(700);
        await answer(tour, 'Stay');
        await isUnchanged(tour);
      }
      expect([tour.data, tour.documents, tour.errors]).toEqual([[], [], []]);
    });

    it('goes to the existing history entry after the answer "Leave"', async () => {
      const tour = await openBetween();
      const entries = await tour.entries();
      await back(tour);
      await isAsked(tour);
      await answer(tour, 'Leave');
      await tour.shows('stop 1');
      expect(tour.address).toBe('/tours/a/stops/1');
      await back(tour, 2);
      await tour.shows('stop 3');
      expect(await tour.entries()).toBe(entries);
      expect([tour.data, tour.documents]).toEqual([[], []]);
    });

    it('goes several history entries back after the answer "Leave"', async () => {
      const tour = await openBetween();
      await tour.go('/tours/a/letters/1?x=1');
      await tour.says('address', `${LETTER}?x=1`);
      await back(tour, -2);
      await isAsked(tour);
      await eventually('it is back', () => tour.address === `${LETTER}?x=1`);
      await answer(tour, 'Leave');
      await tour.shows('stop 1');
    });

    it('goes after "Leave" to where the visitor went last, even after fast traversals', async () => {
      const tour = await openBetween();
      await tour.page.evaluate(() => {
        history.back();
        history.go(1);
        history.back();
        history.back();
      });
      await isAsked(tour);
      await isUnchanged(tour);
      // The second question looks like the first. Only the addresses of `popstate` events show to
      // which page the traversal would lead.
      await noteTraversals(tour);
      await back(tour, 1);
      await eventually('it was there, and is back', async () => {
        const paths = await traversals(tour);
        return paths.includes('/tours/a/stops/3') && paths.at(-1) === LETTER;
      });
      await answer(tour, 'Leave');
      await tour.shows('stop 3');
      expect(tour.address).toBe('/tours/a/stops/3');
    });

    it('asks nothing in a browser without the Navigation API', async () => {
      const tour = await openBetween({
        prepare: (page) => page.addInitScript('delete window.navigation'),
      });
      await back(tour);
      await tour.shows('stop 1');
      expect(tour.address).toBe('/tours/a/stops/1');
    });
  });

  describe('a page that is left for another document', () => {
    it('has the browser ask, and stays when the visitor declines', async () => {
      const tour = await openTyped();
      const dialog = nextDialog(tour);
      const leaving = tour.page.goto(`${tours.origin}/tours/b/stops/9`).catch(() => 'stayed');
      await (await dialog).dismiss();
      expect(await leaving).toBe('stayed');
      await isUnchanged(tour);
    });

    it('has the browser ask when the tab is closed', async () => {
      const tour = await openTyped();
      const dialog = nextDialog(tour);
      await tour.page.close({ runBeforeUnload: true });
      const closed = tour.page.waitForEvent('close');
      await (await dialog).accept();
      await closed;
    });

    it('has the browser ask before it goes back to another document', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.visit(tours.origin + LETTER);
      await type(tour);
      const dialog = nextDialog(tour);
      await back(tour);
      await (await dialog).accept();
      await tour.shows('stop 1');
    });

    it('asks only once when an unreadable answer makes the browser load a document', async () => {
      const tour = await openTyped();
      const dialogs = noteDialogs(tour);
      await answerData(tour, (route) => route.fulfill({ status: 409, body: 'no page data' }));
      await tour.press('Follow');
      await answer(tour, 'Leave');
      await tour.shows('stop 2');
      expect(tour.documents).toEqual(['/tours/a/stops/2']);
      expect(dialogs).toEqual([]);
    });

    it('has the browser ask when an unreadable answer makes it load a document', async () => {
      const tour = await openTyped();
      await answerData(tour, (route) => route.fulfill({ status: 409, body: 'no page data' }));
      const dismissed = nextDialog(tour).then((dialog) => dialog.dismiss());
      await tour.go(`${LETTER}?x=1`);
      await dismissed;
      await isUnchanged(tour);
    });
  });

  async function openTyped(options?: OpenOptions): Promise<Tour> {
    const tour = await tours.open(LETTER, options);
    await type(tour);
    return tour;
  }

  async function openBetween(options?: OpenOptions): Promise<Tour> {
    const tour = await tours.open('/tours/a/stops/1', options);
    await tour.go(LETTER);
    await tour.shows('letter 1');
    await tour.go('/tours/a/stops/3');
    await tour.shows('stop 3');
    await back(tour);
    await tour.shows('letter 1');
    await type(tour);
    tour.forget();
    return tour;
  }
});

async function noteTraversals({ page }: Tour): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset['paths'] = '';
    window.addEventListener('popstate', () => {
      document.body.dataset['paths'] += ` ${location.pathname}`;
    });
  });
}

async function traversals({ page }: Tour): Promise<string[]> {
  const paths = await page.evaluate(() => document.body.dataset['paths'] ?? '');
  return paths.split(' ');
}

function nextDialog({ page }: Tour): Promise<Dialog> {
  return page.waitForEvent('dialog');
}

function noteDialogs({ page }: Tour): string[] {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  return dialogs;
}
