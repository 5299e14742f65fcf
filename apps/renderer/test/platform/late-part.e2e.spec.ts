import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { holdScript, LATE_PART } from './support/held-script.ts';
import type { HeldScript } from './support/held-script.ts';
import { prefetched, prefetches, untilObserved, toLinks } from './support/links.ts';
import { Tours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const A = '/lines/a/stations/1';
const STOP = '/tours/a/stops/2';

describe('what is loaded when the browser is idle', () => {
  let tours: Tours;

  beforeAll(async () => {
    tours = await Tours.start();
  });

  afterEach(() => tours.close());

  afterAll(() => tours.end());

  interface Held extends Tour {
    readonly held: HeldScript;
  }

  async function openWithout(path: string): Promise<Held> {
    const tour = await tours.enter();
    const held = await holdScript(tour.page, LATE_PART);
    await tour.visit(tours.origin + path);
    await held.isAsked;
    return Object.assign(tour, { held });
  }

  function openAborting(path: string): Promise<Tour> {
    return tours.open(path, {
      prepare: (page) => page.route(LATE_PART, (route) => route.abort()),
    });
  }

  it('is named by no document', async () => {
    const html = await (await fetch(tours.origin + toLinks([A]))).text();
    expect(html).toMatch(/modulepreload/);
    expect(html).not.toMatch(/late-part/);
  });

  describe('of prefetching', () => {
    it('has a link prefetched that is in view before, once it is there', async () => {
      const tour = await openWithout(toLinks([A], { kind: 'full' }));
      await untilObserved(tour);
      expect(prefetched(tour)).toEqual([]);
      tour.held.release();
      await prefetches(tour, `page ${A}`);
      expect(tour.errors).toEqual([]);
    });
  });

  describe('of a visit', () => {
    it('is waited for by a click that comes before', async () => {
      const tour = await openWithout('/tours/a/stops/1');
      tour.forget();
      await tour.go(STOP);
      await tour.shows('stop 1');
      tour.held.release();
      await tour.shows('stop 2');
      expect(tour.data).toMatchObject([{ url: STOP }]);
      expect(tour.documents).toEqual([]);
      expect(tour.errors).toEqual([]);
    });

    it('is asked for with the first click where the browser has not been idle', async () => {
      const tour = await tours.open('/tours/a/stops/1', {
        prepare: (page) =>
          page.addInitScript(() => {
            window.requestIdleCallback = () => 1;
          }),
      });
      await tour.go(STOP);
      await tour.shows('stop 2');
      expect(tour.data).toMatchObject([{ url: STOP }]);
      expect(tour.documents).toEqual([]);
    });

    it('leads to one full navigation when it does not come', async () => {
      const tour = await openAborting('/tours/a/stops/1');
      await tour.go(STOP);
      await tour.shows('stop 2');
      expect(tour.documents).toEqual([STOP]);
      expect(tour.data).toEqual([]);
    });
  });
});
