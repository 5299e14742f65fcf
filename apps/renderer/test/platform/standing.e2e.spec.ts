import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { openAt, untilListening } from '../../../../test/support/browser.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { prefetches, toLinks } from './support/links.ts';
import type { SpecPlatformOptions } from './support/spec-platform.ts';
import { holdTours } from './support/tour.ts';
import type { OpenOptions, Tour, Tours } from './support/tour.ts';

const BOARD = '/boards/p';

describe('a browser in which another visitor signs in', () => {
  /** The cookie `mark` names the visitor, and the cookie `role` their rights. */
  const readCookie =
    (name: string) =>
    ({ headers }: Request) =>
      new RegExp(`${name}=(\\w+)`).exec(headers.cookie ?? '')?.[1];
  const named: SpecPlatformOptions = {
    options: {
      visitor: readCookie('mark'),
      visitorName: readCookie('mark'),
      standing: (request) => readCookie('mark')(request)?.concat(readCookie('role')(request) ?? ''),
    },
  };
  const keeping = holdTours(named, { keepsPages: true });
  const forgetful = holdTours(named);

  const note = (page: Page) => page.getByLabel('note', { exact: true });

  async function openAs(name: string, tours: Tours, options?: OpenOptions) {
    const { origin } = tours;
    const { page } = await tours.enter({ alone: true, ...options });
    const context = page.context();
    const become = (who: string, role = 'reader') =>
      context.addCookies([
        { name: 'mark', value: who, url: origin },
        { name: 'role', value: role, url: origin },
      ]);
    const says = (text: string, of = page) =>
      of.getByTestId('mark').filter({ hasText: text }).waitFor();
    /** Opens a document in another tab, which tells this tab which user is signed in. */
    const openOther = async (said: string): Promise<Page> => {
      const other = await context.newPage();
      await other.goto(origin + BOARD);
      await says(said, other);
      return other;
    };
    await become(name);
    await openAt(page, origin + BOARD);
    await says(name);
    return { page, become, says, openOther };
  }

  /**
   * Goes back. A kept page fires no load event to wait for. The delay lets this script end before
   * the page is left.
   */
  const back = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()));

  describe.each([
    ['kept whole', keeping],
    ['kept in its cache', forgetful],
  ])('a page that the browser has %s', (_how, tours) => {
    it('is loaded again for the other visitor', async () => {
      const { page, become, says, openOther } = await openAs('ada', tours);
      await openAt(page, `${tours.origin}/shelf`);
      const isLoadedAgain = page.waitForEvent('load');
      await become('bob');
      await openOther('bob');
      await isLoadedAgain;
      await back(page);
      await says('bob');
      expect(page.url()).toBe(tours.origin + BOARD);
    });

    it('is shown with its typed text when the visitor is still the same', async () => {
      const { page, says } = await openAs('ada', tours);
      await note(page).fill('typed and not sent');
      await openAt(page, `${tours.origin}/shelf`);
      await back(page);
      await says('ada');
      // A page that is loaded again is filled in once its scripts run.
      await eventually(
        'what was typed to be back',
        async () => (await note(page).inputValue()) === 'typed and not sent',
      );
    });
  });

  it('shows the data of the new visitor in other tabs', async () => {
    const { become, says, openOther } = await openAs('ada', forgetful);
    await become('bob');
    await openOther('bob');
    await says('bob');
  });

  describe('another tab with something typed', () => {
    const press = (page: Page) => page.getByRole('button', { name: 'Add' }).click();

    it('says what is gone, and shows the page of the new visitor', async () => {
      const { page, become, says, openOther } = await openAs('ada', forgetful);
      await note(page).fill('of ada');
      await become('bob');
      await openOther('bob');
      await page.getByText('What was typed here and not sent is gone.').first().waitFor();
      await says('bob');
      await expectPage(note(page)).toHaveValue('');
    });

    it.each([
      ['sends nothing as the new visitor', 'bob', 'reader', 'adding', /bob is signed in/],
      ['sends it with other rights of the same', 'ada', 'owner', 'list', /^of ada/],
    ])('%s, though nothing told the tab', async (_what, who, role, where, said) => {
      const prepare = (page: Page) =>
        page.addInitScript(() => Object.assign(globalThis, { BroadcastChannel: undefined }));
      const { page, become, openOther } = await openAs('ada', forgetful, { prepare });
      await note(page).fill('of ada');
      await become(who, role);
      await openOther(who);
      await press(page);
      const place = where === 'list' ? page.getByRole('list') : page.getByTestId(where);
      await place.getByText(said).waitFor();
    });
  });

  it('changes nothing in other tabs after a document without a known visitor', async () => {
    const { page, openOther } = await openAs('ada', forgetful);
    await note(page).fill('typed and not sent');
    await page.context().clearCookies();
    await untilListening(await openOther('no mark'));
    await expectPage(note(page)).toHaveValue('typed and not sent');
  });
});

describe('a product without a hook for who its pages are for', () => {
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
    await expectPage
      .poll(() => tour.page.evaluate(() => sessionStorage.getItem('seen')))
      .toBeNull();
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
});
