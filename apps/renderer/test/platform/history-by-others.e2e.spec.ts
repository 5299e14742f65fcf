import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the history that other code changes', () => {
  const tours = holdTours();

  describe('a change by other code', () => {
    it.each(['pushState', 'replaceState'] as const)(
      'updates the hooks without a request: %s',
      async (method) => {
        const tour = await tours.open('/tours/a/stops/1');
        const entries = await tour.entries();
        await tour.page.evaluate((name) => history[name]({ own: 1 }, '', '?day=7'), method);
        await tour.says('address', '/tours/a/stops/1?day=7');
        expect(await tour.entries()).toBe(entries + (method === 'pushState' ? 1 : 0));
        expect([...tour.data, ...tour.documents]).toEqual([]);
      },
    );

    it('updates the hooks to the last of several changes', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.page.evaluate(() => {
        for (const day of [1, 2, 3]) history.pushState(null, '', `?day=${day}`);
      });
      await tour.says('address', '/tours/a/stops/1?day=3');
    });

    it('survives back and forward', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.page.evaluate(() => history.pushState(null, '', '?day=1'));
      await tour.says('address', '/tours/a/stops/1?day=1');
      await tour.page.evaluate(() => history.pushState(null, '', '?day=2'));
      await tour.says('address', '/tours/a/stops/1?day=2');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      tour.forget();
      await tour.back('stop 1');
      await tour.says('address', '/tours/a/stops/1?day=2');
      await tour.press('Back');
      await tour.says('address', '/tours/a/stops/1?day=1');
      await tour.press('Back');
      await tour.says('address', '/tours/a/stops/1');
      await tour.press('Forward');
      await tour.says('address', '/tours/a/stops/1?day=1');
      expect([...tour.data, ...tour.documents]).toEqual([]);
    });

    it('survives a full load in between', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.page.evaluate(() => history.pushState({ own: 1 }, '', '?day=1'));
      await tour.says('address', '/tours/a/stops/1?day=1');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.page.reload();
      await tour.live();
      await tour.back('stop 1');
      await tour.says('query', 'day=1');
      await tour.says('address', '/tours/a/stops/1?day=1');
      expect(await tour.page.evaluate(() => history.state as unknown)).toEqual({ own: 1 });
      await tour.page.reload();
      await tour.live();
      await tour.press('Back');
      await tour.says('query', '');
      await tour.says('address', '/tours/a/stops/1');
      await tour.press('Forward');
      await tour.says('query', 'day=1');
      await tour.forward('stop 2');
      expect(tour.address).toBe('/tours/a/stops/2');
      expect(tour.errors).toEqual([]);
    });

    it('keeps its own history state', async () => {
      const state = { own: { deep: [1, { a: null }] } };
      const tour = await tours.open('/tours/a/stops/1');
      await tour.page.evaluate((own) => history.pushState(own, '', '?day=1'), state);
      await tour.says('address', '/tours/a/stops/1?day=1');
      await tour.page.evaluate((own) => history.replaceState(own, '', '?day=2'), state);
      await tour.says('address', '/tours/a/stops/1?day=2');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.back('stop 1');
      await tour.says('address', '/tours/a/stops/1?day=2');
      expect(await tour.page.evaluate(() => history.state as unknown)).toEqual(state);
      await tour.press('Back');
      await tour.says('address', '/tours/a/stops/1');
      await tour.press('Forward');
      await tour.says('address', '/tours/a/stops/1?day=2');
      await tour.forward('stop 2');
      expect(tour.errors).toEqual([]);
      expect(tour.documents).toEqual([]);
    });
  });

  // Without the Navigation API, history entries have no keys. Typed text is therefore not restored,
  // and the browser restores scroll positions itself.
  describe('the history without the Navigation API', () => {
    const prepare = (page: Page): Promise<unknown> => page.addInitScript(forgetNavigation);

    it('gets one entry for each page, and none for the same page', async () => {
      const tour = await tours.openAt('3', { prepare });
      const entries = await tour.entries();
      await tour.go('/tours/a/stops/3');
      await eventually('it is asked for', () => tour.data.length > 0);
      await tour.go('/tours/a/stops/4');
      await tour.shows('stop 4');
      expect(await tour.entries()).toBe(entries + 1);
    });

    it('restores the scroll position of the visitor from memory', async () => {
      const tour = await tours.open('/tours/a/stops/1', { prepare });
      await leaveAt(tour, 700);
      expect(await scrollTop(tour)).toBe(0);
      tour.forget();
      await tour.back('stop 1');
      await eventually('it is scrolled', async () => (await scrollTop(tour)) === 700);
      await tour.forward('stop 2');
      await eventually('it is scrolled', async () => (await scrollTop(tour)) === 0);
      expect([...tour.data, ...tour.documents]).toEqual([]);
    });
  });
});

/**
 * Scrolls to `top` and goes to the second stop by script, because the driver's click would scroll
 * to the link.
 */
async function leaveAt(tour: Tour, top: number): Promise<void> {
  await tour.page.evaluate((height) => {
    window.scrollTo(0, height);
    const links = [...document.querySelectorAll('a')];
    links.find(({ textContent }) => textContent === 'Follow')?.click();
  }, top);
  await tour.shows('stop 2');
}

function scrollTop({ page }: Tour): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

function forgetNavigation(): void {
  Object.defineProperty(window, 'navigation', { value: undefined });
}
