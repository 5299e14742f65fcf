import { describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const FIRST = '/tours/a/stops/1';

describe('a document that comes alive', () => {
  const tours = holdTours();

  it('has the ids that React gives in the browser', async () => {
    const path = '/tours/a/alive/1';
    const tour = await tours.enter();
    const [document] = await Promise.all([
      tour.page.waitForResponse((response) => response.url() === tours.origin + path),
      tour.visit(tours.origin + path),
    ]);
    const id = await tour.text('id');
    expect(await document.text()).toContain(`>${id}<`);
    await expectPage(tour.byLabel('remark')).toHaveAttribute('id', id);
    // After a mismatch React would render the page again and report an error.
    expect(tour.errors).toEqual([]);
  });

  describe('a document that is used before it comes alive', () => {
    let release: () => Promise<void>;

    async function openEarly(): Promise<Tour> {
      const held: Route[] = [];
      let isHeld = true;
      release = async () => {
        isHeld = false;
        await Promise.all(held.splice(0).map((route) => route.continue()));
      };
      const tour = await tours.enter({
        prepare: (page) =>
          page.route(/\/assets\/client-[^/]+\.js$/, (route) =>
            isHeld ? void held.push(route) : route.continue(),
          ),
      });
      await tour.page.goto(tours.origin + FIRST, { waitUntil: 'commit' });
      await tour.page.locator('#below').waitFor();
      return tour;
    }

    async function comeAlive(tour: Tour): Promise<void> {
      await release();
      await tour.live();
    }

    it('follows a link although the browser then aborts its scripts', async () => {
      const views: Route[] = [];
      const links: Route[] = [];
      // Firefox and WebKit abort imports when a document is left. Chromium does not, so the spec
      // aborts them.
      let onView = (route: Route): unknown => views.push(route);
      const tour = await tours.enter({
        prepare: (page) => page.route(/\/stop\.page-[^/]+\.js$/, (route) => void onView(route)),
      });
      await tour.page.route('**/stops/home', (route) => void links.push(route));
      await tour.page.goto(tours.origin + FIRST, { waitUntil: 'commit' });
      await eventually('its view is asked for', () => views.length > 0);
      await tour.page.getByRole('link', { name: 'Home' }).click({ noWaitAfter: true });
      await eventually('it is being left', () => links.length > 0);
      const failed = tour.page.waitForEvent('requestfailed');
      await Promise.all(views.map((route) => route.abort()));
      await failed;
      onView = (route) => route.continue();
      await links[0]?.continue();
      await tour.shows('stop home');
      await tour.live();
      expect(tour.documents).toEqual([FIRST, '/tours/a/stops/home']);
    });

    it('acts on each click once, in the layout and in the page', async () => {
      const tour = await openEarly();
      await tour.byText('layout clicked 0').click();
      await tour.byText('page clicked 0').click();
      await comeAlive(tour);
      await tour.byText('layout clicked 1').waitFor();
      await tour.byText('page clicked 1').click();
      await tour.byText('page clicked 2').waitFor();
      expect(tour.errors).toEqual([]);
    });

    it.each([
      ['link', 'Follow', '/tours/a/stops/2', 'Stop 2 · Probe'],
      ['button', 'Push', FIRST, 'Stop 1 · Probe'],
    ] as const)('leaves a %s to the browser', async (role, name, address, title) => {
      const tour = await openEarly();
      await tour.page.evaluate(() => (document.title = 'the first document'));
      await tour.page.getByRole(role, { name }).click();
      await tour.page.waitForFunction((wanted) => document.title === wanted, title);
      await comeAlive(tour);
      expect(tour.documents).toEqual([FIRST, address]);
      expect(tour.data).toEqual([]);
    });

    it('keeps typed text and the focus', async () => {
      const tour = await openEarly();
      const field = (label: string) => tour.byLabel(label);
      await field('secret').fill('a secret');
      await field('choice').check();
      await field('layout note').fill('typed above');
      await field('note').fill('typed early');
      await comeAlive(tour);
      await field('note').pressSequentially(', and on');
      await expectPage(field('note')).toHaveValue('typed early, and on');
      await expectPage
        .poll(() => field('note').evaluate((input) => input === document.activeElement))
        .toBe(true);
      await expectPage(field('layout note')).toHaveValue('typed above');
      await expectPage(field('secret')).toHaveValue('a secret');
      await expectPage(field('choice')).toBeChecked();
      expect(tour.errors).toEqual([]);
    });
  });

  it('answers a click during hydration once', async () => {
    const tour = await tours.open('/tours/a/stops/1', {
      prepare: (page) => page.addInitScript(clickWhileHydrating),
    });
    await tour.byText('page clicked 1').click();
    await tour.byText('page clicked 2').waitFor();
  });

  it('matches the HTML of the server although the address has a fragment', async () => {
    const tour = await tours.open('/tours/a/stops/1?day=1#below');
    await tour.says('address', '/tours/a/stops/1?day=1#below');
    expect(tour.errors).toEqual([]);
  });

  it('fades over once for each navigation to another page, and not when only the query changes', async () => {
    const tour = await tours.open(FIRST, {
      reducedMotion: 'no-preference',
      prepare: (page) => page.addInitScript(countTransitions),
    });
    await tour.go(`${FIRST}?day=1`);
    await tour.says('query', 'day=1');
    for (const stop of [2, 3]) {
      await tour.go(`/tours/a/stops/${stop}`);
      await tour.shows(`stop ${stop}`);
    }
    await expectPage
      .poll(() => tour.page.evaluate(() => document.documentElement.dataset['fades']))
      .toBe('||');
  });
});

function countTransitions(): void {
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (...given) => {
    const { dataset } = document.documentElement;
    dataset['fades'] = `${dataset['fades'] ?? ''}|`;
    return start(...given);
  };
}

function clickWhileHydrating(): void {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...listened) {
    const [type] = listened;
    if (type === 'click' && this instanceof Element && this.id === 'root') {
      EventTarget.prototype.addEventListener = addEventListener;
      queueMicrotask(() => {
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent.startsWith('page clicked'))?.click();
      });
    }
    addEventListener.apply(this, listened);
  };
}
