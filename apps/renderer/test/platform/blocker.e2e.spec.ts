import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Dialog, Locator } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { answerData } from './support/answer-data.ts';
import { Tours } from './support/tour.ts';
import type { OpenOptions, Tour } from './support/tour.ts';

const LETTER = '/tours/a/letters/1';
const QUESTION = 'Leave this page? What you typed is not saved.';

describe('a page with something unsaved', () => {
  let tours: Tours;

  beforeAll(async () => {
    tours = await Tours.start();
  }, 60_000);

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

    it.each([
      ['/tours/a/letters/1#below', '#below'],
      ['/tours/a/letters/1?x=1', '?x=1'],
    ])('%s, where it stays, is not asked about', async (address, end) => {
      const tour = await openTyped();
      await tour.go(address);
      await tour.says('address', LETTER + end);
      expect(await text(tour).inputValue()).toBe('typed');
    });

    it.each(['Refresh', 'Drop all'])('%s, where it stays, is not asked about', async (control) => {
      const tour = await openTyped();
      await tour.press(control);
      await eventually('it is asked for', () => tour.data.length === 1);
      await (await tour.data[0]?.request.response())?.finished();
      // What came of it is there before what comes of this.
      await tour.page.getByLabel('search here for').press('Enter');
      await tour.says('address', `${LETTER}?q=`);
      expect(await text(tour).inputValue()).toBe('typed');
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
      await control(tour, 'Push').focus();
      await tour.page.keyboard.press('Enter');
      await isAsked(tour);
      await button(tour, 'Stay').and(tour.page.locator(':focus')).waitFor();
      await tour.page.keyboard.press('Enter');
      await isNotAsked(tour);
      await control(tour, 'Push').and(tour.page.locator(':focus')).waitFor();
      await tour.page.keyboard.press('Enter');
      await isAsked(tour);
      await tour.page.keyboard.press('Tab');
      await button(tour, 'Leave').and(tour.page.locator(':focus')).waitFor();
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
      await text(tour).evaluate((field) => field.focus());
      expect(await text(tour).and(tour.page.locator(':focus')).count()).toBe(0);
    });

    it('that Escape answers with staying', async () => {
      const tour = await openBetween();
      await text(tour).focus();
      await back(tour);
      await isAsked(tour);
      await tour.page.keyboard.press('Escape');
      await isNotAsked(tour);
      await isUnchanged(tour);
      await text(tour).and(tour.page.locator(':focus')).waitFor();
      // It asks again as it did.
      await tour.press('Follow');
      await isAsked(tour);
      await tour.page.keyboard.press('Escape');
      await isNotAsked(tour);
    });

    it('that a click beside it answers with staying', async () => {
      const tour = await openTyped();
      await tour.press('Follow');
      await isAsked(tour);
      await tour.page.mouse.click(5, 700);
      await isNotAsked(tour);
      await isUnchanged(tour);
    });

    it('that goes away when all is saved, and nothing else happens', async () => {
      const tour = await openTyped();
      await control(tour, 'Follow').focus();
      await tour.page.keyboard.press('Enter');
      await isAsked(tour);
      await tour.page.evaluate(() => window.dispatchEvent(new Event('save')));
      await isNotAsked(tour);
      await control(tour, 'Follow').and(tour.page.locator(':focus')).waitFor();
      expect([tour.address, tour.data]).toEqual([LETTER, []]);
      await tour.press('Follow');
      await tour.shows('stop 2');
    });

    it('that stays while the page is loaded again', async () => {
      const tour = await openTyped();
      await tour.press('Follow');
      await isAsked(tour);
      // As another tab of the visitor's does after signing in.
      await tour.page.evaluate(() => new BroadcastChannel('errata').postMessage(undefined));
      await eventually('it is asked for', () => tour.data.length === 1);
      await (await tour.data[0]?.request.response())?.finished();
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

  describe('left by back and forward', () => {
    it('asks, with everything as it was', async () => {
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

    it('leads on, at the entry itself', async () => {
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

    it('leads on where several steps go', async () => {
      const tour = await openBetween();
      await tour.go('/tours/a/letters/1?x=1');
      await tour.says('address', `${LETTER}?x=1`);
      await back(tour, -2);
      await isAsked(tour);
      await eventually('it is back', () => tour.address === `${LETTER}?x=1`);
      await answer(tour, 'Leave');
      await tour.shows('stop 1');
    });

    it('leads where the visitor went last, however fast', async () => {
      const tour = await openBetween();
      await tour.page.evaluate(() => {
        history.back();
        history.go(1);
        history.back();
        history.back();
      });
      await isAsked(tour);
      await isUnchanged(tour);
      // The question is the same: where it leads tells.
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

    it('leads back when the visitor clicked a link before', async () => {
      const tour = await openBetween();
      await tour.press('Follow');
      await isAsked(tour);
      await noteTraversals(tour);
      await back(tour);
      await eventually('it was there, and is back', async () => {
        const paths = await traversals(tour);
        return paths.includes('/tours/a/stops/1') && paths.at(-1) === LETTER;
      });
      await answer(tour, 'Leave');
      await tour.shows('stop 1');
      expect(tour.data).toEqual([]);
    });

    it('asks nothing within the page', async () => {
      const tour = await openTyped();
      await tour.go('/tours/a/letters/1#below');
      await tour.says('address', `${LETTER}#below`);
      await tour.go('/tours/a/letters/1?x=1');
      await tour.says('address', `${LETTER}?x=1`);
      await back(tour);
      await tour.says('address', `${LETTER}#below`);
      await back(tour);
      await tour.says('address', LETTER);
      expect(await tour.page.getByRole('dialog').count()).toBe(0);
      expect(await text(tour).inputValue()).toBe('typed');
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

  describe('left by the document', () => {
    it('has the browser ask, and stays', async () => {
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

    it('has the browser ask about back to another document', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.visit(tours.origin + LETTER);
      await type(tour);
      const dialog = nextDialog(tour);
      await back(tour);
      await (await dialog).accept();
      await tour.shows('stop 1');
    });

    it('has the browser not ask when all is saved', async () => {
      const tour = await openTyped();
      await tour.page.getByRole('button', { name: 'Save' }).click();
      const dialogs = noteDialogs(tour);
      await tour.page.goto(`${tours.origin}/tours/b/stops/9`);
      await tour.shows('stop 9');
      expect(dialogs).toEqual([]);
    });

    it('is not asked about twice: an answer that cannot be read', async () => {
      const tour = await openTyped();
      const dialogs = noteDialogs(tour);
      await answerData(tour, (route) => route.fulfill({ status: 409, body: 'no page data' }));
      await tour.press('Follow');
      await answer(tour, 'Leave');
      await tour.shows('stop 2');
      expect(tour.documents).toEqual(['/tours/a/stops/2']);
      expect(dialogs).toEqual([]);
    });

    it('is not asked about twice: a page too slow to be waited for', async () => {
      const tour = await openTyped({ prepare: ({ clock }) => clock.install() });
      const dialogs = noteDialogs(tour);
      let isSlow = true;
      await answerData(tour, async (route) => {
        if (!isSlow) await route.continue();
        isSlow = false;
      });
      await tour.press('Follow');
      await answer(tour, 'Leave');
      await eventually('it is asked for', () => tour.data.length === 1);
      await tour.page.clock.fastForward(3800);
      await tour.page.getByRole('button', { name: 'Reload' }).click({ noWaitAfter: true });
      await tour.shows('stop 2');
      expect(tour.documents).toEqual(['/tours/a/stops/2']);
      expect(dialogs).toEqual([]);
    });

    it('is asked about by the browser when nothing else has', async () => {
      const tour = await openTyped();
      await answerData(tour, (route) => route.fulfill({ status: 409, body: 'no page data' }));
      const dialog = nextDialog(tour);
      await tour.go(`${LETTER}?x=1`);
      await (await dialog).dismiss();
      await isUnchanged(tour);
    });
  });

  /** On a page with something typed, which nothing has been asked for since. */
  async function openTyped(options?: OpenOptions): Promise<Tour> {
    const tour = await tours.open(LETTER, options);
    await type(tour);
    return tour;
  }

  /** The same, with the first stop before it and the third after it. */
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

function text({ page }: Tour): Locator {
  return page.getByLabel('text', { exact: true });
}

/** By keys, as a visitor: browsers ask nobody who has done nothing. */
async function type(tour: Tour): Promise<void> {
  await text(tour).click();
  await text(tour).pressSequentially('typed');
}

function control({ page }: Tour, name: string): Locator {
  const form = page.getByRole('form', { name: 'go' });
  return form.locator('a,button').filter({ hasText: name });
}

function button({ page }: Tour, name: string): Locator {
  return page.getByRole('dialog').getByRole('button', { name, exact: true });
}

async function isAsked({ page }: Tour, question = QUESTION): Promise<void> {
  await page.getByRole('dialog', { name: question, exact: true }).waitFor();
}

async function isNotAsked({ page }: Tour): Promise<void> {
  await page.locator('dialog').waitFor({ state: 'detached' });
}

async function answer(tour: Tour, name: 'Stay' | 'Leave'): Promise<void> {
  await button(tour, name).click({ noWaitAfter: true });
  await isNotAsked(tour);
}

/** Waits until address and page are those of the letter, with what was typed. */
async function isUnchanged(tour: Tour): Promise<void> {
  await eventually('the address is as before', () => tour.address === LETTER);
  await tour.shows('letter 1');
  expect(await text(tour).inputValue()).toBe('typed');
}

async function back({ page }: Tour, steps = -1): Promise<void> {
  // Not at once: where it leads to another document, this one would not answer any more.
  await page.evaluate((by) => void setTimeout(() => history.go(by)), steps);
}

/** Notes where back and forward lead from now on. */
async function noteTraversals({ page }: Tour): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset['paths'] = '';
    window.addEventListener('popstate', () => {
      document.body.dataset['paths'] += ` ${location.pathname}`;
    });
  });
}

/** Paths, oldest first. */
async function traversals({ page }: Tour): Promise<string[]> {
  const paths = await page.evaluate(() => document.body.dataset['paths'] ?? '');
  return paths.split(' ');
}

function nextDialog({ page }: Tour): Promise<Dialog> {
  return page.waitForEvent('dialog');
}

/** What the browser asks from now on; it is told to leave. */
function noteDialogs({ page }: Tour): string[] {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  return dialogs;
}
