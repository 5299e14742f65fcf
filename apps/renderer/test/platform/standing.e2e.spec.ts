import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { untilListening, openBrowser } from '../../../../test/support/browser.ts';
import { prefetches, toLinks } from './support/links.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

/** The cookie `mark` names the visitor. The platform uses this name as the visitor's standing. */
const nameIn = (cookie = ''): string | undefined =>
  /mark=(?<name>\w+)/.exec(cookie)?.groups?.['name'];

describe('a browser in which another visitor signs in', () => {
  let platform: SpecPlatform;
  let origin: string;
  let keeping: Browser;
  let forgetful: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    platform = await startSpecPlatform({
      options: { standing: ({ headers }) => nameIn(headers.cookie) },
    });
    origin = await platform.listen();
    keeping = await openBrowser({ keepsPages: true });
    forgetful = await openBrowser();
  });

  afterAll(async () => {
    await keeping.close();
    await forgetful.close();
    await platform.end();
  });

  const become = (name: string) => context.addCookies([{ name: 'mark', value: name, url: origin }]);
  const mark = (of: Page, name: string) =>
    of.getByTestId('mark').filter({ hasText: name }).waitFor();

  const note = (of: Page) => of.getByLabel('note', { exact: true });

  /**
   * Goes back. A kept page fires no load event to wait for. The delay lets this script end before
   * the page is left.
   */
  const back = () => page.evaluate(() => void setTimeout(() => history.back()));

  async function openAs(name: string, browser: Browser): Promise<void> {
    context = await browser.newContext();
    await become(name);
    page = await context.newPage();
    await page.goto(`${origin}/boards/p`);
    await mark(page, name);
    await untilListening(page);
  }

  afterEach(() => context.close());

  describe.each([
    ['kept whole', () => keeping],
    ['kept in its cache', () => forgetful],
  ])('a page that the browser has %s', (_how, browserOf) => {
    beforeEach(() => openAs('ada', browserOf()));

    it('is loaded again for the other visitor', async () => {
      await page.goto(`${origin}/shelf`);
      await untilListening(page);
      const isLoadedAgain = page.waitForEvent('load');
      await become('bob');
      // Opening a document in another tab tells this tab which user is signed in.
      const other = await context.newPage();
      await other.goto(`${origin}/boards/p`);
      await mark(other, 'bob');
      await isLoadedAgain;
      await back();
      await mark(page, 'bob');
      expect(page.url()).toBe(`${origin}/boards/p`);
    });

    it('is shown with its typed text when the visitor is still the same', async () => {
      await note(page).fill('typed and not sent');
      await page.goto(`${origin}/shelf`);
      await back();
      await mark(page, 'ada');
      // A page that is loaded again is filled in once its scripts run.
      await eventually(
        'what was typed to be back',
        async () => (await note(page).inputValue()) === 'typed and not sent',
      );
    });
  });

  it('shows the data of the new visitor in other tabs, and drops typed text', async () => {
    await openAs('ada', forgetful);
    await note(page).fill('typed and not sent');
    await become('bob');
    const other = await context.newPage();
    await other.goto(`${origin}/boards/p`);
    await mark(page, 'bob');
    expect(await note(page).inputValue()).toBe('');
  });

  it('changes nothing in other tabs after a document without a known visitor', async () => {
    await openAs('ada', forgetful);
    await note(page).fill('typed and not sent');
    await context.clearCookies();
    const other = await context.newPage();
    await other.goto(`${origin}/boards/p`);
    await mark(other, 'no mark');
    await untilListening(other);
    expect(await note(page).inputValue()).toBe('typed and not sent');
  });
});

describe('a product without a hook for who its pages are for', () => {
  const BOARD = '/boards/p';
  const tours = holdTours();

  /** Signs in or out as another tab does, but without a document that could tell this tab. */
  async function act({ page }: Tour, name: 'mark' | 'unmark'): Promise<void> {
    const headers = { Action: name, Origin: tours.origin };
    const sent = await page.context().request.post(tours.origin + BOARD, { headers });
    expect(sent.status()).toBe(200);
  }

  /** Notes in the tab's storage whether this document ever shows the board from here on. */
  const watch = ({ page }: Tour): Promise<void> =>
    page.evaluate(() => {
      new MutationObserver(() => {
        const board = document.querySelector('[data-testid=mark]');
        if (board?.checkVisibility()) sessionStorage.setItem('seen', 'yes');
      }).observe(document, { childList: true, attributes: true, subtree: true });
    });

  async function expectDocument(tour: Tour, said: string): Promise<void> {
    await tour.says('mark', said);
    expect(tour.documents.at(-1)).toBe(BOARD);
    expect(await tour.page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull();
  }

  const enter = async (): Promise<Tour> => {
    const tour = await tours.enter({ alone: true });
    await tour.visit(tours.origin + toLinks([BOARD], { kind: 'full' }));
    await prefetches(tour, `page ${BOARD}`);
    await tour.prefetches.at(-1)?.request.response();
    return tour;
  };

  const click = ({ page }: Tour) => page.getByRole('link', { name: BOARD, exact: true }).click();

  it.each([
    ['in', 'mark', 'made'],
    ['out', 'unmark', 'no mark'],
  ] as const)('shows no page that was prefetched before a sign-%s', async (_way, name, said) => {
    const tour = await enter();
    if (name === 'unmark') {
      await act(tour, 'mark');
      await tour.page.reload();
      await tour.live();
      await prefetches(tour, `page ${BOARD}`, 2);
      await tour.prefetches.at(-1)?.request.response();
    }
    await act(tour, name);
    await watch(tour);
    await click(tour);
    await expectDocument(tour, said);
  });

  it('shows no page again that was held before a sign-in', async () => {
    const tour = await enter();
    await click(tour);
    await tour.says('mark', 'no mark');
    await tour.back('links');
    await act(tour, 'mark');
    await watch(tour);
    await tour.page.evaluate(() => void setTimeout(() => history.forward()));
    await expectDocument(tour, 'made');
  });

  it('shows what is held to the same visitor without a document', async () => {
    const tour = await enter();
    await act(tour, 'unmark');
    await click(tour);
    await tour.says('mark', 'no mark');
    expect(tour.documents).toHaveLength(1);
  });
});
