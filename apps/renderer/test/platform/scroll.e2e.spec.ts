import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { navigateByScript, scrollTo } from './support/lead.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const NAMED = '[aria-label="named box"]';
const NAMELESS = '[aria-label="nameless box"]';
const ROOT = ':root';

describe('scrolling', () => {
  const tours = holdTours();

  async function enter(kinds: string, top = 3000, from = 'plain+1'): Promise<Tour> {
    const tour = await tours.open(`/tours/a/halls/${from}`);
    await navigateByScript(tour, `/tours/a/halls/${kinds}`, { from: [0, top] });
    await tour.shows(`hall ${kinds.split(/[?#]/, 1)[0]}`);
    return tour;
  }

  describe('scrolling after a navigation to a new page', () => {
    it('goes to the top of the page, whatever stands there', async () => {
      const tour = await tours.open('/tours/a/halls/plain+1');
      for (const kinds of ['hidden', 'sticky', 'fixed', 'hidden+sticky+fixed', 'contents']) {
        await navigateByScript(tour, `/tours/a/halls/${kinds}`, { from: [0, 3000] });
        await tour.shows(`hall ${kinds}`);
        expect({ kinds, offsets: await offsets(tour) }).toEqual({ kinds, offsets: [0, 0] });
      }
    });

    it('does nothing when the top of the page is in view already', async () => {
      const tour = await tours.open('/tours/a/halls/plain+1');
      for (const kinds of ['hidden', 'sticky', 'fixed']) {
        await navigateByScript(tour, `/tours/a/halls/${kinds}`, { from: [0, 10] });
        await tour.shows(`hall ${kinds}`);
        expect({ kinds, offsets: await offsets(tour) }).toEqual({ kinds, offsets: [0, 10] });
        await navigateByScript(tour, `/tours/a/halls/plain+${kinds}`);
        await tour.shows(`hall plain+${kinds}`);
      }
    });

    it('goes to the content when a header fills the view', async () => {
      const tour = await enter('tall', 3000, 'tall+2');
      const top = await topOf(tour, 'h1');
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(100);
    });

    it('does not go sideways', async () => {
      const kinds = 'wide+tall';
      const tour = await tours.open(`/tours/a/halls/${kinds}+2`);
      await navigateByScript(tour, `/tours/a/halls/${kinds}`, { from: [700, 4000] });
      await tour.shows(`hall ${kinds}`);
      const [left, top] = await offsets(tour);
      expect(left).toBe(700);
      expect(top).not.toBe(4000);
    });

    it('goes to the top of an element that scrolls in place of the window', async () => {
      const tour = await tours.open('/tours/a/halls/shell+2');
      await navigateByScript(tour, '/tours/a/halls/shell', { from: [0, 60], of: 'main' });
      await tour.shows('hall shell');
      expect(await offsets(tour, 'main')).toEqual([0, 0]);
    });

    it('goes to the top after a navigation that replaces the history entry', async () => {
      const tour = await tours.open('/tours/a/halls/plain');
      await navigateByScript(tour, '/tours/a/halls/hidden', { from: [0, 900], by: 'replace' });
      await tour.shows('hall hidden');
      expect(await offsets(tour)).toEqual([0, 0]);
    });
  });

  describe('scrolling to a fragment', () => {
    it('finds the element, and opens only the details that hide it', async () => {
      const tour = await tours.open('/tours/a/halls/plain+1');
      let halls = 1;
      for (const [hash, selector] of [
        ['#gr%C3%B6%C3%9Fe', '#größe'],
        ['#50%', '[id="50%"]'],
        ['#named', 'a[name=named]'],
        ['#folded', '#folded'],
      ] as const) {
        halls += 1;
        await navigateByScript(tour, `/tours/a/halls/plain+${halls}${hash}`);
        await tour.shows(`hall plain+${halls}`);
        const found = tour.seen(tour.page.locator(selector));
        const { y: top } = (await found.boundingBox()) ?? {};
        expect({ hash, top }).toEqual({ hash, top: expect.closeTo(await padding(tour), 0) });
      }
      await navigateByScript(tour, '/tours/a/halls/plain#summary');
      await tour.shows('hall plain');
      expect(await tour.seen(tour.page.locator('details[open]')).count()).toBe(0);
    });

    it('leaves the scroll margin of the element', async () => {
      const tour = await enter('plain+2#offset', 0);
      expect(await topOf(tour, '#offset')).toBeCloseTo((await padding(tour)) + 100, 0);
    });

    it('goes to the top when the fragment names no element', async () => {
      const tour = await enter('tall#%E0%A4%A', 10, 'tall+2');
      expect(await offsets(tour)).toEqual([0, 0]);
      expect(tour.errors).toEqual([]);
    });
  });

  it('is never smooth, even when the style sheet asks for that', async () => {
    const tour = await tours.open('/tours/a/halls/smooth+boxes');
    await scrollTo(tour, NAMED, [0, 300]);
    await navigateByScript(tour, '/tours/a/halls/smooth+2', { from: [0, 3000] });
    await tour.shows('hall smooth+2');
    expect(await offsets(tour)).toEqual([0, 0]);
    await navigateByScript(tour, '/tours/a/halls/smooth+3#offset', {});
    await tour.shows('hall smooth+3');
    expect(await topOf(tour, '#offset')).toBeCloseTo((await padding(tour)) + 100, 0);
    await tour.back('hall smooth+2');
    await tour.back('hall smooth+boxes');
    expect(await offsets(tour)).toEqual([0, 3000]);
    expect(await offsets(tour, NAMED)).toEqual([0, 300]);
  });

  describe('scrolling that is switched off', () => {
    it('keeps the scroll position', async () => {
      const tour = await tours.open('/tours/a/halls/wide+2');
      await navigateByScript(tour, '/tours/a/halls/wide', { from: [700, 900], scroll: false });
      await tour.shows('hall wide');
      expect(await offsets(tour)).toEqual([700, 900]);
    });

    it('keeps the scroll position after a click on a link', async () => {
      const tour = await tours.open('/tours/a/halls/plain+2');
      await scrollTo(tour, ROOT, [0, 900]);
      await tour.page.evaluate(() => document.getElementById('stay')?.click());
      await tour.shows('hall plain');
      expect(await offsets(tour)).toEqual([0, 900]);
    });

    it('keeps the position of an element that scrolls in place of the window', async () => {
      const tour = await tours.open('/tours/a/halls/shell+2');
      await navigateByScript(tour, '/tours/a/halls/shell', {
        from: [0, 900],
        of: 'main',
        scroll: false,
      });
      await tour.shows('hall shell');
      expect(await offsets(tour, 'main')).toEqual([0, 900]);
    });
  });

  describe('scrolling after back and forward', () => {
    async function openScrolled(halls = 3): Promise<Tour> {
      const tour = await tours.open('/tours/a/halls/wide+boxes+1');
      for (let hall = 1; hall <= halls; hall += 1) {
        await tour.shows(`hall wide+boxes+${hall}`);
        await scrollTo(tour, NAMED, [0, hall * 10]);
        await scrollTo(tour, NAMELESS, [hall * 20, hall * 30]);
        await scrollTo(tour, ROOT, [hall * 40, hall * 50]);
        if (hall < halls) await navigateByScript(tour, `/tours/a/halls/wide+boxes+${hall + 1}`, {});
      }
      return tour;
    }

    async function currentHall(tour: Tour): Promise<number> {
      return eventually('a hall', () => Number(/\d$/.exec(tour.address)?.[0] ?? 0) || undefined);
    }

    async function expectScrolled(tour: Tour, hall: number): Promise<void> {
      await tour.shows(`hall wide+boxes+${hall}`);
      await eventually(
        `hall ${hall} is scrolled`,
        async () => (await offsets(tour))[1] === hall * 50,
      );
      expect(await offsets(tour)).toEqual([hall * 40, hall * 50]);
      expect(await offsets(tour, NAMED)).toEqual([0, hall * 10]);
      expect(await offsets(tour, NAMELESS)).toEqual([hall * 20, hall * 30]);
    }

    it('restores the position of each history entry', async () => {
      const tour = await openScrolled();
      for (const [steps, hall] of [
        [-1, 2],
        [-1, 1],
        [1, 2],
        [1, 3],
        [-2, 1],
      ] as const) {
        await tour.page.evaluate((by) => history.go(by), steps);
        await expectScrolled(tour, hall);
      }
    });

    it('restores the position of each history entry, even after fast traversals', async () => {
      const tour = await openScrolled(6);
      await tour.page.evaluate(() => {
        for (const steps of [-1, 1, -1, 1, -1, -1]) history.go(steps);
      });
      await eventually('another hall', () => !tour.address.endsWith('6'));
      await tour.page.evaluate(() => history.forward());
      await tour.page.evaluate(() => history.back());
      // This navigation ends after everything that was still under way.
      await navigateByScript(tour, '/tours/a/halls/plain');
      await tour.shows('hall plain');
      await tour.page.evaluate(() => history.back());
      for (let hall = await currentHall(tour); hall > 0; hall -= 1) {
        await expectScrolled(tour, hall);
        if (hall > 1) await tour.page.evaluate(() => history.back());
      }
    });

    it('restores the position of each history entry after a reload', async () => {
      const tour = await openScrolled();
      await tour.page.evaluate(() => history.back());
      await expectScrolled(tour, 2);
      await tour.page.reload();
      await tour.live();
      await expectScrolled(tour, 2);
      for (const [steps, hall] of [
        [-1, 1],
        [1, 2],
        [1, 3],
        [-2, 1],
        [1, 2],
      ] as const) {
        await tour.page.evaluate((by) => history.go(by), steps);
        await expectScrolled(tour, hall);
      }
    });

    it('restores the position of an entry that is left before its scroll event', async () => {
      const tour = await openScrolled(2);
      await tour.page.reload();
      await tour.live();
      await expectScrolled(tour, 2);
      await tour.page.evaluate(() => {
        addEventListener('scroll', (event) => event.stopImmediatePropagation(), true);
      });
      for (const [steps, hall] of [
        [-1, 1],
        [1, 2],
        [-1, 1],
      ] as const) {
        await tour.page.evaluate((by) => history.go(by), steps);
        await expectScrolled(tour, hall);
      }
    });

    it('restores the position together with unfolded content after a reload', async () => {
      const kinds = 'folded+short';
      const tour = await tours.open(`/tours/a/halls/${kinds}`);
      await tour.byText('unroll').click();
      await scrollTo(tour, ROOT, [0, 4000]);
      await tour.page.reload();
      await tour.live();
      await eventually('it is scrolled', async () => (await offsets(tour))[1] === 4000);
      // After this delay, the browser has done its own scrolling.
      await tour.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
      );
      expect(await offsets(tour)).toEqual([0, 4000]);
    });

    it('restores the position of each history entry after another document', async () => {
      const tour = await openScrolled();
      await tour.visit(`${tours.origin}/tours/b/stops/1`);
      // Goes at once to an entry whose document had set manual scroll restoration.
      await tour.page.evaluate(() => void setTimeout(() => history.go(-3)));
      await expectScrolled(tour, 1);
      await tour.live();
      for (const [steps, hall] of [
        [1, 2],
        [1, 3],
        [-2, 1],
      ] as const) {
        await tour.page.evaluate((by) => history.go(by), steps);
        await expectScrolled(tour, hall);
      }
    });

    it('returns an element that stays to the top when it was not scrolled there', async () => {
      const tour = await tours.open('/tours/a/halls/shell+2');
      await navigateByScript(tour, '/tours/a/halls/shell', {});
      await tour.shows('hall shell');
      await scrollTo(tour, 'main', [0, 900]);
      await tour.back('hall shell+2');
      expect(await offsets(tour, 'main')).toEqual([0, 0]);
      await tour.forward('hall shell');
      expect(await offsets(tour, 'main')).toEqual([0, 900]);
    });

    it('restores the position when the browser scrolls to a fragment before popstate, like WebKit', async () => {
      // This listener runs before any listener of the page.
      const scrollFirst = (): void =>
        document.getElementById(location.hash.slice(1))?.scrollIntoView();
      const tour = await tours.open('/tours/a/halls/plain', {
        prepare: (page) =>
          page.addInitScript(`addEventListener('popstate', ${String(scrollFirst)})`),
      });
      await scrollTo(tour, ROOT, [0, 900]);
      await tour.page.evaluate(() => {
        location.hash = 'offset';
      });
      await tour.says('address', '/tours/a/halls/plain#offset');
      expect((await offsets(tour))[1]).not.toBe(900);
      await tour.page.evaluate(() => history.back());
      await tour.says('address', '/tours/a/halls/plain');
      await tour.page.waitForFunction(() => window.scrollY === 900);
      expect(await offsets(tour)).toEqual([0, 900]);
    });

    it('does not move a scrolled element when the visitor goes to a fragment', async () => {
      const tour = await tours.open('/tours/a/halls/boxes');
      await scrollTo(tour, NAMED, [0, 300]);
      await tour.page.evaluate(() => {
        location.hash = 'near';
      });
      await tour.says('address', '/tours/a/halls/boxes#near');
      expect(await offsets(tour, NAMED)).toEqual([0, 300]);
    });
  });

  describe('scrolling on a page with late data', () => {
    const LATE = '/tours/a/halls/plain+2?hold=hall';

    it('happens once, and not again when the data arrives', async () => {
      const tour = await tours.open('/tours/a/halls/plain');
      await navigateByScript(tour, '/tours/a/halls/long?hold=hall', { from: [0, 900] });
      await tour.shows('hall long');
      await tour.says('late', 'waits');
      await scrollTo(tour, ROOT, [0, 10]);
      await tours.openGate('hall');
      await tour.says('late', 'came');
      expect(await offsets(tour)).toEqual([0, 10]);
    });

    it('happens again after back when the late data arrives', async () => {
      const tour = await leaveLate();
      await tours.openGate('hall');
      await eventually('it is scrolled', async () => (await offsets(tour))[1] === 2000);
    });

    it('does not happen again once the visitor has pressed a key', async () => {
      const tour = await leaveLate();
      await tour.page.keyboard.press('Shift');
      await scrollTo(tour, ROOT, [0, 0]);
      await tours.openGate('hall');
      await tour.says('late', 'came');
      expect(await offsets(tour)).toEqual([0, 0]);
    });

    it('remembers the position although the page was left before it was long enough', async () => {
      const tour = await leaveLate();
      await tour.forward('stop 1');
      tour.forget();
      await tour.back('hall plain+2');
      // The earlier request was given up. A new request waits at the gate.
      await eventually('it is asked for again', () => tour.data.length > 0);
      await tour.data[0]?.request.response();
      await tours.openGate('hall');
      await eventually('it is scrolled', async () => (await offsets(tour))[1] === 2000);
    });

    async function leaveLate(): Promise<Tour> {
      const tour = await tours.open('/tours/a/halls/plain');
      await navigateByScript(tour, LATE, {});
      await tours.openGate('hall');
      await tour.says('late', 'came');
      await navigateByScript(tour, '/tours/a/stops/1', { from: [0, 2000] });
      await tour.shows('stop 1');
      await tour.press('Drop all');
      await eventually('it is loaded again', () => tour.data.length === 3);
      await tour.back('hall plain+2');
      await tour.says('late', 'waits');
      return tour;
    }
  });
});

function offsets({ page }: Tour, selector = ROOT): Promise<[left: number, top: number]> {
  return page.evaluate((of) => {
    const { scrollLeft, scrollTop } = document.querySelector(of) as Element;
    return [scrollLeft, scrollTop];
  }, selector);
}

function padding({ page }: Tour): Promise<number> {
  return page.evaluate(() =>
    parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
  );
}

function topOf({ page }: Tour, selector: string): Promise<number> {
  return page.evaluate(
    (of) => (document.querySelector(of) as Element).getBoundingClientRect().top,
    selector,
  );
}
