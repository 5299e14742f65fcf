import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdOtherOrigin } from './support/other-origin.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the history', () => {
  const tours = holdTours();
  const elsewhere = holdOtherOrigin();

  it.each([
    ['Follow', '/tours/a/stops/2', 1],
    ['Replace', '/tours/a/stops/2', 0],
    ['Follow', '/tours/a/stops/1', 0],
  ])('grows, after the control %s to %s, by %i entries', async (control, address, count) => {
    const tour = await tours.open('/tours/a/stops/1');
    const entries = await tour.entries();
    await tour.go(address, control);
    await eventually('it is asked for', () => tour.data.length > 0);
    await tour.shows(`stop ${address.at(-1)}`);
    await tour.go('/tours/a/stops/3');
    await tour.shows('stop 3');
    expect(await tour.entries()).toBe(entries + count + 1);
  });

  it('does not grow when a redirect leads back to the page of the click, without a shell', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const entries = await tour.entries();
    await tour.page.evaluate(() => (document.title = 'before the click'));
    await tour.go('/tours/a/stops/2?to=/tours/a/stops/1');
    // The page of the click arrives once more, with its head.
    await eventually('it has arrived', async () => (await tour.page.title()) === 'Stop 1 · Probe');
    expect([await tour.entries(), tour.documents]).toEqual([entries, []]);
    expect(tour.address).toBe('/tours/a/stops/1');
  });

  describe('back and forward', () => {
    it('show pages from memory without a request', async () => {
      const tour = await tours.openAt('3');
      await tour.back('stop 2');
      await tour.back('stop 1');
      await tour.forward('stop 2');
      await tour.forward('stop 3');
      expect(tour.address).toBe('/tours/a/stops/3');
      expect(await tour.page.title()).toBe('Stop 3 · Probe');
      expect([...tour.data, ...tour.documents]).toEqual([]);
    });

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
      expect(await note(tour).inputValue()).toBe('');
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

    it('end on the page of the address, even in fast succession', async () => {
      const tour = await tours.openAt('6');
      await tour.page.evaluate(() => {
        history.back();
        history.go(-2);
        history.forward();
      });
      await eventually('another stop', () => !tour.address.endsWith('/6'));
      await fits(tour);
      await tour.page.evaluate(() => history.go(-1));
      await tour.page.evaluate(() => history.back());
      await tour.shows('stop 1');
      // This navigation ends after everything that was still under way.
      await tour.go('/tours/a/stops/7');
      await tour.shows('stop 7');
      expect(tour.address).toBe('/tours/a/stops/7');
      expect(tour.documents).toEqual([]);
    });

    it('end on the page of the address even during a view transition', async () => {
      const tour = await tours.open('/tours/a/stops/1', {
        reducedMotion: 'no-preference',
        prepare: (page) => page.addInitScript(goBackInSecondTransition),
      });
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.go('/tours/a/stops/3');
      await tour.shows('stop 1');
      await tour.says('address', '/tours/a/stops/1');
      expect(tour.address).toBe('/tours/a/stops/1');
      await tour.page.goForward();
      await tour.shows('stop 2');
    });

    it('load an entry of an earlier document, and go on from there', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.visit(`${tours.origin}/tours/b/stops/3`);
      tour.forget();
      await tour.back('stop 2');
      await tour.live();
      expect(tour.documents).toEqual(['/tours/a/stops/2']);
      await tour.back('stop 1');
      await tour.live();
      expect(tour.address).toBe('/tours/a/stops/1');
      await tour.forward('stop 2');
      await tour.forward('stop 3');
      await tour.byText(/^tour b/).waitFor();
      expect(tour.errors).toEqual([]);
    });

    it.each(['Follow', 'Replace'])(
      'a navigation to the same page without its fragment removes the fragment: %s',
      async (control) => {
        const tour = await tours.open('/tours/a/stops/1#below');
        await tour.says('address', '/tours/a/stops/1#below');
        const entries = await tour.entries();
        await tour.go('/tours/a/stops/1', control);
        await tour.says('address', '/tours/a/stops/1');
        expect(tour.address).toBe('/tours/a/stops/1');
        expect(tour.page.url()).not.toContain('#');
        expect((await tour.entries()) - entries).toBe(control === 'Replace' ? 0 : 1);
        expect(tour.documents).toEqual([]);
      },
    );

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

  describe("the browser's own history", () => {
    // Browsers do not always keep a page with a request under way, so the spec sends the events
    // that such a page gets on return.
    it('returns to a kept page whose pending navigation is given up', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2?hold=kept');
      // Waits until the request has reached the gate. A request that is given up earlier might
      // never be sent.
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

    it('returns from another origin to a page with its typed text', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await note(tour).fill('typed');
      await tour.page.goto(elsewhere.origin);
      await tour.page.goBack();
      await tour.shows('stop 1');
      await tour.live();
      expect(await note(tour).inputValue()).toBe('typed');
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
    });
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
  expect(await note(tour).inputValue()).toBe('typed');
  expect(await tour.byLabel('controlled').inputValue()).toBe('typed and controlled');
  expect(await tour.byLabel('secret').inputValue()).toBe('');
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

async function fits(tour: Tour): Promise<void> {
  await eventually('page and address fit', async () =>
    tour.page.evaluate(() => {
      const stop = location.pathname.split('/').at(-1) ?? '';
      return document.querySelector('h1')?.textContent === `stop ${stop}`;
    }),
  );
}

function goBackInSecondTransition(): void {
  const start = document.startViewTransition.bind(document);
  let count = 0;
  document.startViewTransition = (update) => {
    const transition = start(update);
    count += 1;
    if (count === 2) history.back();
    return transition;
  };
}
