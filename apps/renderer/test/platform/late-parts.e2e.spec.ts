import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdScript, JOURNEY_PART, PREFETCH_PART } from './support/held-script.ts';
import type { HeldScript } from './support/held-script.ts';
import { prefetched, prefetches, press, settle, toLinks } from './support/links.ts';
import { Tours } from './support/tour.ts';
import type { OpenOptions, Tour } from './support/tour.ts';

const A = '/lines/a/stations/1';
const B = '/lines/b/stations/1';
const STOP = '/tours/a/stops/2';

/** What the browser says by itself of a script that does not come. */
const NOT_LOADED = /^Failed to load resource/;

describe('what is loaded when the browser is idle', () => {
  let tours: Tours;
  let closed: Tours;

  beforeAll(async () => {
    tours = await Tours.start();
    closed = await Tours.start({ options: { mayPrefetch: () => false } });
  });

  afterEach(async () => {
    await tours.close();
    await closed.close();
  });

  afterAll(async () => {
    await tours.end();
    await closed.end();
  });

  interface Held extends Tour {
    readonly held: HeldScript;
  }

  /** At a page whose script of that pattern is not answered yet. */
  async function openWithout(pattern: string, path: string): Promise<Held> {
    const tour = await tours.enter();
    const held = await holdScript(tour.page, pattern);
    await tour.visit(tours.origin + path);
    await held.isAsked;
    return Object.assign(tour, { held });
  }

  function openAborting(pattern: string, path: string, rest?: OpenOptions): Promise<Tour> {
    return tours.open(path, {
      prepare: (page) => page.route(pattern, (route) => route.abort()),
      ...rest,
    });
  }

  const errorsOf = (tour: Tour): string[] => tour.errors.filter((text) => !NOT_LOADED.test(text));

  it('is named by no document', async () => {
    const html = await (await fetch(tours.origin + toLinks([A]))).text();
    expect(html).toMatch(/modulepreload/);
    expect(html).not.toMatch(/prefetch-part|journey-part/);
  });

  describe('of prefetching', () => {
    it('has a link prefetched that is in view before, once it is there', async () => {
      const tour = await openWithout(PREFETCH_PART, toLinks([A], { kind: 'full' }));
      await settle(tour);
      expect(prefetched(tour)).toEqual([]);
      tour.held.release();
      await prefetches(tour, `page ${A}`);
      expect(tour.errors).toEqual([]);
    });

    it('has what was asked for before by itself prefetched', async () => {
      const tour = await openWithout(PREFETCH_PART, toLinks([]));
      await press(tour, 'Prefetch', B);
      tour.held.release();
      await prefetches(tour, `page ${B}`);
    });

    it('has the page prefetched whose link was pointed at before', async () => {
      const tour = await openWithout(PREFETCH_PART, toLinks([A, B], { kind: 'intent' }));
      await tour.page.getByRole('link', { name: A }).hover();
      tour.held.release();
      await prefetches(tour, `page ${A}`);
    });

    it('does not keep a visitor waiting, and goes on at the page that is shown', async () => {
      const tour = await openWithout(PREFETCH_PART, toLinks([A]));
      await press(tour, 'Push', toLinks([B]));
      await eventually('the other page is asked for', () => tour.data.length > 0);
      await tour.page.getByRole('link', { name: B }).waitFor();
      expect(prefetched(tour)).toEqual([]);
      tour.held.release();
      await prefetches(tour, `route ${B}`);
      expect(prefetched(tour)).toEqual([`route ${B}`]);
      expect(tour.documents).toHaveLength(1);
    });

    it('leaves links as they are when it does not come, silently', async () => {
      const tour = await openAborting(PREFETCH_PART, toLinks([A], { kind: 'full' }));
      await press(tour, 'Prefetch', B);
      await tour.page.getByRole('link', { name: A }).click();
      await tour.shows('station 1 of a');
      expect(tour.data).toMatchObject([{ url: A }]);
      expect(prefetched(tour)).toEqual([]);
      expect(tour.documents).toEqual([]);
      expect(errorsOf(tour)).toEqual([]);
    });

    it('is not loaded for whom nothing is to be prefetched', async () => {
      const scripts: string[] = [];
      const tour = await closed.open(toLinks([A], { kind: 'full' }), {
        prepare: async (page) => {
          page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
        },
      });
      // What is asked for when idle is asked for together.
      await eventually('the browser is idle', () =>
        scripts.some((path) => path.includes('/journey-part-')),
      );
      await press(tour, 'Push', A);
      await tour.shows('station 1 of a');
      await settle(tour);
      expect(scripts.filter((path) => path.includes('prefetch-part'))).toEqual([]);
      expect(tour.errors).toEqual([]);
    });
  });

  describe('of a visit', () => {
    it('is waited for by a click that comes before', async () => {
      const tour = await openWithout(JOURNEY_PART, '/tours/a/stops/1');
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
      const tour = await openAborting(JOURNEY_PART, '/tours/a/stops/1');
      await tour.go(STOP);
      await tour.shows('stop 2');
      expect(tour.documents).toEqual([STOP]);
      expect(tour.data).toEqual([]);
    });
  });
});
