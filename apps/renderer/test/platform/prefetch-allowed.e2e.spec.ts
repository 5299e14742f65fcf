import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { prefetched, prefetches, press, untilObserved, toLinks } from './support/links.ts';
import { holdTours } from './support/tour.ts';
import type { Tour, Tours } from './support/tour.ts';

const A = '/lines/a/stations/1';
const B = '/lines/b/stations/1';

describe('a page that may not prefetch', () => {
  const tours = holdTours();
  const closed = holdTours({
    options: { mayPrefetch: ({ headers }) => headers.cookie !== undefined },
  });

  async function open(
    at: Tours,
    near: readonly string[],
    prepare: (page: Page) => Promise<unknown> = async () => undefined,
  ): Promise<Tour> {
    const tour = await at.enter();
    await prepare(tour.page);
    const patterns = [/\/_routes\/[^/]+\.json$/, /\/late-part-[^/]+\.js$/];
    const awaited = patterns.map((pattern) => tour.page.waitForResponse(pattern));
    await tour.visit(at.origin + toLinks(near, { kind: 'full' }));
    for (const response of awaited) await (await response).finished();
    await untilObserved(tour);
    return tour;
  }

  async function staysQuiet(tour: Tour): Promise<void> {
    await press(tour, 'Prefetch', B);
    await untilObserved(tour);
    // Earlier prefetches would have been requested by now.
    await press(tour, 'Push', A);
    await tour.shows('station 1 of a');
    expect(prefetched(tour)).toEqual([]);
    expect(tour.data).toMatchObject([{ url: A }]);
  }

  it('prefetches nothing over a connection that saves data', async () => {
    const tour = await open(tours, [A], (page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      }),
    );
    await staysQuiet(tour);
  });

  it('prefetches nothing for a visitor to whom the server denies it', async () => {
    await staysQuiet(await open(closed, [A]));
  });

  it('prefetches as usual for a visitor to whom the server allows it', async () => {
    const tour = await open(closed, [A], (page) =>
      page.context().addCookies([{ name: 'visitor', value: '1', url: closed.origin }]),
    );
    await prefetches(tour, `page ${A}`);
  });

  it('prefetches nothing more once the server has refused a prefetch: 401', async () => {
    const refused = `${A}?end=401`;
    const tour = await open(tours, [refused]);
    await prefetches(tour, `page ${refused}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    await press(tour, 'More', B);
    await untilObserved(tour);
    expect(prefetched(tour)).toEqual([`route ${refused}`, `page ${refused}`]);
  });
});
