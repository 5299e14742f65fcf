import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { stopTime } from './support/still-time.ts';
import { holdTours, Tour } from './support/tour.ts';

describe('a page in the cache', () => {
  // Without prefetching, a page is cached only after it was shown.
  const tours = holdTours({ options: { mayPrefetch: () => false } });
  let tests = 0;
  /** Every test has a tour of its own, so that none of its pages is in a cache. */
  let name: string;

  async function begin(): Promise<Tour> {
    tests += 1;
    name = `t${tests}`;
    return tours.open(to('stops/1'), { prepare: stopTime });
  }

  async function beginBeside({ page }: Tour, path: string): Promise<Tour> {
    const beside = new Tour(await page.context().newPage());
    await beside.visit(tours.origin + to(path));
    beside.forget();
    return beside;
  }

  const to = (path: string): string => `/tours/${name}/${path}`;
  const asked = ({ data }: Tour): string[] => data.map(({ url }) => url);

  it('is shown at once when it is 61 s old, and refreshed by one request that keeps input and focus', async () => {
    const tour = await begin();
    const { script } = tours.platform;
    await tour.go(to('stops/2?hold=at-61'));
    await tours.openGate('at-61');
    await tour.shows('stop 2');
    await tour.go(to('stops/1'));
    await tour.shows('stop 1');
    tour.forget();
    await tour.page.clock.fastForward(61_000);
    await tour.go(to('stops/2?hold=at-61'));
    await tour.shows('stop 2');
    await eventually('it is waited at', () => script.isWaiting('at-61'));
    expect(await tour.text('loads')).toBe('load 1');
    expect(await tour.text('progress')).toBe('idle');
    await tour.byText('page clicked 0').click();
    const note = tour.byLabel('note');
    await note.fill('typed meanwhile');
    await tours.openGate('at-61');
    await tour.says('loads', 'load 2');
    expect(asked(tour)).toEqual([to('stops/2?hold=at-61')]);
    expect([tour.data[0]?.held, tour.documents]).toEqual([[], []]);
    // Only changed parts of the page are rendered.
    expect(await tour.text('same')).toBe('the words of 2, render 1');
    await expectPage(tour.byText('page clicked 1')).toHaveCount(1);
    await expectPage(note).toHaveValue('typed meanwhile');
    await expectPage
      .poll(() => note.evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  it("is loaded again in the visitor's other tabs when its tag is invalidated, and not in anyone else's", async () => {
    const tour = await begin();
    const beside = await beginBeside(tour, 'stops/2');
    const stranger = await tours.open(to('stops/2'), { prepare: stopTime });
    await beside.go(to('stops/3'));
    await beside.shows('stop 3');
    await stranger.go(to('stops/3'));
    await stranger.shows('stop 3');
    for (const each of [beside, stranger]) each.forget();
    await tour.go('stop:3', 'Invalidate');
    await beside.says('loads', 'load 3');
    await tour.go('stop:2', 'Invalidate');
    await eventually('the other tab has been told', async () => {
      await beside.go(to('stops/2'));
      await beside.shows('stop 2');
      if ((await beside.text('loads')) === 'load 3') return true;
      await beside.page.goBack();
      return undefined;
    });
    await stranger.go(to('stops/2'));
    await stranger.shows('stop 2');
    expect(asked(stranger)).toEqual([]);
    expect(asked(beside)).toEqual([to('stops/3'), to('stops/2')]);
  });
});
