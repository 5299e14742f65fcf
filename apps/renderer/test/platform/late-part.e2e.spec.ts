import { describe, expect, it } from '@jest/globals';
import { holdScript, LATE_PART } from './support/held-script.ts';
import type { HeldScript } from './support/held-script.ts';
import { prefetched, prefetches, untilObserved, toLinks } from './support/links.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const A = '/lines/a/stations/1';
const STOP = '/tours/a/stops/2';

describe('the code that loads when the browser is idle', () => {
  const tours = holdTours();

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

  it('is named in no document', async () => {
    const html = await (await fetch(tours.origin + toLinks([A]))).text();
    expect(html).toMatch(/modulepreload/);
    expect(html).not.toMatch(/late-part/);
  });

  describe('the idle-time code for prefetching', () => {
    it('prefetches a link that came into view before the code was loaded', async () => {
      const tour = await openWithout(toLinks([A], { kind: 'full' }));
      await untilObserved(tour);
      expect(prefetched(tour)).toEqual([]);
      tour.held.release();
      await prefetches(tour, `page ${A}`);
      expect(tour.errors).toEqual([]);
    });
  });

  describe('the idle-time code for navigations', () => {
    it('is awaited by a click that comes before the code', async () => {
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

    it('is requested by the first click when the browser was never idle', async () => {
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

    it('causes one full navigation when it fails to load', async () => {
      const tour = await openAborting('/tours/a/stops/1');
      await tour.go(STOP);
      await tour.shows('stop 2');
      expect(tour.documents).toEqual([STOP]);
      expect(tour.data).toEqual([]);
    });
  });
});
