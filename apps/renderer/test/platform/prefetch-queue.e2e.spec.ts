import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdRequests } from './support/held-requests.ts';
import type { HeldRequests } from './support/held-requests.ts';
import {
  linesOf,
  prefetched,
  prefetches,
  press,
  settle,
  stationsOf,
  toLinks,
} from './support/links.ts';
import { stopTime } from './support/still-time.ts';
import { Tours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const A = '/lines/a/stations/1';

interface Visit {
  readonly tour: Tour;
  readonly held: HeldRequests;
}

describe('prefetches', () => {
  let tours: Tours;

  beforeAll(async () => {
    tours = await Tours.start();
  });

  afterEach(() => tours.close());

  afterAll(() => tours.end());

  /** On a page with these links; what is prefetched of the kinds that are named is held. */
  async function open(
    near: readonly string[],
    {
      kind = '',
      hold = ['route', 'page'],
      isStill = false,
    }: { kind?: string; hold?: readonly string[]; isStill?: boolean } = {},
  ): Promise<Visit> {
    const tour = await tours.enter({ prepare: async (page) => isStill && stopTime(page) });
    const held = await holdRequests(tour, (prefetch = '') => hold.includes(prefetch));
    await tour.visit(tours.origin + toLinks(near, { kind }));
    // Where time stands still the browser is idle once it has had its time.
    if (isStill) {
      await eventually('the table is there', async () => {
        await tour.page.clock.runFor(100);
        return tour.prefetches.length > 0;
      });
    }
    return { tour, held };
  }

  const waiting = (held: HeldRequests, count: number): Promise<true> =>
    eventually(`${count} wait`, () => held.urls.length === count || undefined);

  /** In time that stands still. */
  const hover = async ({ page }: Tour, url: string): Promise<void> => {
    await page.getByRole('link', { name: url, exact: true }).hover();
    await page.clock.runFor(80);
  };

  const arrives = async ({ prefetches: all }: Tour, what: string): Promise<void> => {
    const request = all.findLast(({ kind, url }) => `${kind} ${url}` === what);
    // Not until it has finished: Chromium may call one failed that has been read to its end.
    await request?.request.response();
  };

  describe('at once', () => {
    it('are five: the sixth waits until one has ended', async () => {
      const lines = linesOf(7);
      const { tour, held } = await open(lines);
      await waiting(held, 5);
      await settle(tour);
      expect(held.urls).toEqual(lines.slice(0, 5));
      await held.release(lines[2] ?? '');
      await waiting(held, 5);
      expect(held.urls.at(-1)).toBe(lines[5]);
      expect(tour.prefetches).toHaveLength(6);
    });

    it('are three for page data: the fourth waits, hovered or not, and takes the next slot', async () => {
      const stations = stationsOf('a', 6);
      const { tour, held } = await open(stations, { kind: 'full', hold: ['page'], isStill: true });
      await waiting(held, 3);
      await hover(tour, stations[5] ?? '');
      expect(held.urls).toEqual(stations.slice(0, 3));
      await held.release(stations[1] ?? '');
      await waiting(held, 3);
      expect(held.urls.at(-1)).toBe(stations[5]);
    });
  });

  describe('in turn', () => {
    it('are all shapes before any page data', async () => {
      const lines = linesOf(7);
      const { tour, held } = await open(lines, { kind: 'full' });
      await waiting(held, 5);
      for (const line of lines.slice(0, 2)) await held.release(line);
      await waiting(held, 5);
      expect(prefetched(tour)).toEqual(lines.map((line) => `route ${line}`));
      await held.release(lines[2] ?? '');
      await prefetches(tour, `page ${lines[0]}`);
    });

    it('is the hovered one first, then the newest', async () => {
      const lines = linesOf(7);
      const { tour, held } = await open(lines, { isStill: true });
      await waiting(held, 5);
      await press(tour, 'More', A);
      await settle(tour);
      await hover(tour, lines[6] ?? '');
      for (const line of lines.slice(0, 2)) await held.release(line);
      await eventually('two more are asked for', () => tour.prefetches.length === 7);
      expect(prefetched(tour).slice(5)).toEqual([`route ${lines[6]}`, `route ${A}`]);
    });
  });

  describe('that left the view', () => {
    it('are not followed by page data; it is asked for once they are back', async () => {
      const { tour, held } = await open([A], { kind: 'full', hold: ['route'] });
      await waiting(held, 1);
      await press(tour, 'Hide');
      await held.release(A);
      await press(tour, 'Prefetch', '/lines/b/stations/1');
      await held.release('/lines/b/stations/1');
      await prefetches(tour, 'page /lines/b/stations/1');
      expect(prefetched(tour)).not.toContain(`page ${A}`);
      await press(tour, 'Hide');
      await prefetches(tour, `page ${A}`);
      expect(prefetched(tour).filter((each) => each === `route ${A}`)).toHaveLength(1);
    });
  });

  describe('in time', () => {
    it('are tried again 10 s after they failed, and not after 9', async () => {
      const { tour, held } = await open([A], { isStill: true });
      const failed = tour.page.waitForEvent('requestfailed');
      await held.release(A, (route) => route.abort());
      await failed;
      await settle(tour);
      await tour.page.clock.runFor(9900);
      await settle(tour);
      expect(prefetched(tour)).toEqual([`route ${A}`]);
      await tour.page.clock.runFor(100);
      await prefetches(tour, `route ${A}`, 2);
      expect(tour.documents).toHaveLength(1);
    });

    it('are repeated when a shape has not come in 60 s', async () => {
      const { tour } = await open([A], { isStill: true });
      await tour.page.clock.runFor(59_000);
      expect(prefetched(tour)).toEqual([`route ${A}`]);
      await tour.page.clock.runFor(1000);
      await prefetches(tour, `route ${A}`, 2);
    });

    it('are reused at 299 s, and not at 300', async () => {
      const { tour } = await open([A], { kind: 'full', hold: [], isStill: true });
      await prefetches(tour, `page ${A}`);
      await arrives(tour, `page ${A}`);
      await settle(tour);
      await tour.page.clock.fastForward(299_000);
      await showAgain(tour);
      await press(tour, 'Prefetch', '/lines/b/stations/1');
      await prefetches(tour, 'page /lines/b/stations/1');
      expect(prefetched(tour).filter((each) => each.endsWith(A))).toHaveLength(2);
      await tour.page.clock.fastForward(1000);
      await showAgain(tour);
      await prefetches(tour, `page ${A}`, 2);
    });

    it('are made again 300 ms after an invalidation, and not after 299', async () => {
      const { tour } = await open([A], { kind: 'full', hold: [], isStill: true });
      await prefetches(tour, `page ${A}`);
      await arrives(tour, `page ${A}`);
      await settle(tour);
      await press(tour, 'Invalidate', 'station:1');
      await tour.page.clock.runFor(299);
      await settle(tour);
      expect(tour.prefetches).toHaveLength(2);
      await tour.page.clock.runFor(1);
      await prefetches(tour, `page ${A}`, 2);
      expect(prefetched(tour).filter((each) => each === `route ${A}`)).toHaveLength(1);
    });
  });

  async function showAgain(tour: Tour): Promise<void> {
    await press(tour, 'Hide');
    await tour.page.getByRole('link', { name: A }).waitFor({ state: 'detached' });
    await press(tour, 'Hide');
    await tour.page.getByRole('link', { name: A }).waitFor();
  }
});
