import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the history', () => {
  const tours = holdTours();

  describe('back and forward', () => {
    it('restore the scroll position and the typed text', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await typeEverywhere(tour);
      await leaveAt(tour, 700);
      expect(await scrollTop(tour)).toBe(0);
      await tour.back('stop 1');
      await expectTyped(tour);
      expect(await scrollTop(tour)).toBe(700);
      await tour.forward('stop 2');
      expect(await scrollTop(tour)).toBe(0);
      await expectPage(note(tour)).toHaveValue('');
      expect([...tour.data.slice(1), ...tour.documents]).toEqual([]);
    });

    it('restore scroll position and typed text after a full load, but no password', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await typeEverywhere(tour);
      await leaveAt(tour, 700);
      await tour.visit(`${tours.origin}/tours/b/stops/3`);
      expect(await stored(tour)).toContain('typed');
      expect(await stored(tour)).not.toContain('hidden');
      await tour.back('stop 2');
      await tour.live();
      await tour.back('stop 1');
      await expectTyped(tour);
      await eventually('it is scrolled', async () => (await scrollTop(tour)) === 700);
    });

    it('go through fragments without a request', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/1#below');
      await tour.go('/tours/a/stops/1#größe');
      await tour.says('address', '/tours/a/stops/1#gr%C3%B6%C3%9Fe');
      await tour.page.evaluate(() => window.scrollTo(0, 500));
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      tour.forget();
      await tour.back('stop 1');
      await tour.says('address', '/tours/a/stops/1#gr%C3%B6%C3%9Fe');
      await tour.press('Back');
      await tour.says('address', '/tours/a/stops/1#below');
      await tour.press('Back');
      await tour.says('address', '/tours/a/stops/1');
      expect(await scrollTop(tour)).toBe(0);
      await tour.press('Forward');
      await tour.says('address', '/tours/a/stops/1#below');
      await tour.page.evaluate(() => history.go(2));
      await tour.shows('stop 2');
      expect([...tour.data, ...tour.documents]).toEqual([]);
    });
  });

  // Browsers do not always keep a page with a request under way, so the spec sends the events that
  // such a page gets on return.
  it('returns to a kept page whose pending navigation is given up', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.go('/tours/a/stops/2?hold=kept');
    // Waits until the request has reached the gate. A request that is given up earlier might never
    // be sent.
    await eventually('it waits', () => tours.platform.script.isWaiting('kept'));
    await tour.says('progress', 'loading');
    await tour.page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await tour.says('progress', 'idle');
    await tours.openGate('kept');
    await tour.go('/tours/a/stops/3');
    await tour.shows('stop 3');
    expect(tour.address).toBe('/tours/a/stops/3');
  });

  it('keeps what other code puts into the history, over a full load', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const entries = await tour.entries();
    await tour.page.evaluate(() => history.pushState({ own: 1 }, '', '?day=1'));
    await tour.says('address', '/tours/a/stops/1?day=1');
    expect([await tour.entries(), tour.data, tour.documents]).toEqual([entries + 1, [], []]);
    await tour.go('/tours/a/stops/2');
    await tour.shows('stop 2');
    await tour.page.reload();
    await tour.live();
    await tour.back('stop 1');
    await tour.says('address', '/tours/a/stops/1?day=1');
    await expectPage
      .poll(() => tour.page.evaluate(() => history.state as unknown))
      .toEqual({ own: 1 });
    await tour.page.reload();
    await tour.live();
    await tour.press('Back');
    await tour.says('address', '/tours/a/stops/1');
    await tour.press('Forward');
    await tour.says('query', 'day=1');
    await tour.forward('stop 2');
    expect(tour.errors).toEqual([]);
  });

  it('restores the scroll position without the Navigation API, whose entries have no keys', async () => {
    const prepare = (page: Page): Promise<unknown> =>
      page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
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

function note(tour: Tour) {
  return tour.byLabel('note');
}

async function typeEverywhere(tour: Tour): Promise<void> {
  await note(tour).fill('typed');
  await tour.byLabel('controlled').fill('typed and controlled');
  await tour.byLabel('secret').fill('hidden');
}

async function expectTyped(tour: Tour): Promise<void> {
  await tour.says('controlled', 'typed and controlled');
  await expectPage(note(tour)).toHaveValue('typed');
  await expectPage(tour.byLabel('controlled')).toHaveValue('typed and controlled');
  await expectPage(tour.byLabel('secret')).toHaveValue('');
}

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

function stored({ page }: Tour): Promise<string> {
  return page.evaluate(() => JSON.stringify(sessionStorage));
}
