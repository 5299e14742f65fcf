import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { navigateByScript, scrollTo } from './support/lead.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const NAMED = '[aria-label="named box"]';
const NAMELESS = '[aria-label="nameless box"]';
const ROOT = ':root';

describe('scrolling', () => {
  const tours = holdTours();

  it('goes to the top of a new page, whatever stands there', async () => {
    const tour = await tours.open('/tours/a/halls/plain+1');
    for (const kinds of ['hidden', 'sticky', 'fixed', 'hidden+sticky+fixed', 'contents']) {
      await navigateByScript(tour, `/tours/a/halls/${kinds}`, { from: [0, 3000] });
      await tour.shows(`hall ${kinds}`);
      expect({ kinds, offsets: await offsets(tour) }).toEqual({ kinds, offsets: [0, 0] });
    }
  });

  it('goes to the top of an element that scrolls in place of the window', async () => {
    const tour = await tours.open('/tours/a/halls/shell+2');
    await navigateByScript(tour, '/tours/a/halls/shell', { from: [0, 60], of: 'main' });
    await tour.shows('hall shell');
    expect(await offsets(tour, 'main')).toEqual([0, 0]);
  });

  it('finds the element of a fragment, and opens only the details that hide it', async () => {
    const tour = await tours.open('/tours/a/halls/plain+1');
    let halls = 1;
    for (const [hash, selector] of [
      ['#gr%C3%B6%C3%9Fe', '#größe'],
      ['#50%', '[id="50%"]'],
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
    await expectPage(tour.seen(tour.page.locator('details[open]'))).toHaveCount(0);
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

  it('keeps its position after a click on a link that does not scroll', async () => {
    const tour = await tours.open('/tours/a/halls/plain+2');
    await scrollTo(tour, ROOT, [0, 900]);
    await tour.page.evaluate(() => document.getElementById('stay')?.click());
    await tour.shows('hall plain');
    expect(await offsets(tour)).toEqual([0, 900]);
  });

  it('restores the position of each history entry, after a reload too', async () => {
    const tour = await tours.open('/tours/a/halls/wide+boxes+1');
    for (const hall of [1, 2, 3]) {
      if (hall > 1) await navigateByScript(tour, `/tours/a/halls/wide+boxes+${hall}`, {});
      await tour.shows(`hall wide+boxes+${hall}`);
      await scrollTo(tour, NAMED, [0, hall * 10]);
      await scrollTo(tour, NAMELESS, [hall * 20, hall * 30]);
      await scrollTo(tour, ROOT, [hall * 40, hall * 50]);
    }
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

  it('happens once on a page with late data, and not again when the data arrives', async () => {
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
    const tour = await tours.open('/tours/a/halls/plain');
    await navigateByScript(tour, '/tours/a/halls/plain+2?hold=hall', {});
    await tours.openGate('hall');
    await tour.says('late', 'came');
    await navigateByScript(tour, '/tours/a/stops/1', { from: [0, 2000] });
    await tour.shows('stop 1');
    await tour.press('Drop all');
    await eventually('it is loaded again', () => tour.data.length === 3);
    await tour.back('hall plain+2');
    await tour.says('late', 'waits');
    await tours.openGate('hall');
    await eventually('it is scrolled', async () => (await offsets(tour))[1] === 2000);
  });
});

async function expectScrolled(tour: Tour, hall: number): Promise<void> {
  await tour.shows(`hall wide+boxes+${hall}`);
  await eventually(`hall ${hall} is scrolled`, async () => (await offsets(tour))[1] === hall * 50);
  expect(await offsets(tour)).toEqual([hall * 40, hall * 50]);
  expect(await offsets(tour, NAMED)).toEqual([0, hall * 10]);
  expect(await offsets(tour, NAMELESS)).toEqual([hall * 20, hall * 30]);
}

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
