import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { linesOf, prefetched, prefetches, press, untilObserved, toLinks } from './support/links.ts';
import { stopTime } from './support/still-time.ts';
import { holdTours } from './support/tour.ts';
import type { OpenOptions, Tour } from './support/tour.ts';

const FRAME = 'probe/frame.layout';
const A = '/lines/a/stations/1';
const B = '/lines/b/stations/1';
const LAST = '/lines/last/stations/1';

describe('a link in view', () => {
  const tours = holdTours();

  /**
   * Opens a page of links. Requests made while it loads count too, because they may come before the
   * page is hydrated.
   */
  async function open(...[near, options, rest]: [...Parameters<typeof toLinks>, OpenOptions?]) {
    const tour = await tours.enter(rest);
    await tour.visit(tours.origin + toLinks(near, options));
    return tour;
  }

  async function ends(tour: Tour): Promise<string[]> {
    await press(tour, 'More', `auto:${LAST}`);
    await prefetches(tour, `route ${LAST}`);
    return prefetched(tour).slice(0, -1);
  }

  it('prefetches the shape, the layouts and the code of its page', async () => {
    const scripts: string[] = [];
    const tour = await open([A], undefined, {
      prepare: async (page) => {
        page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
      },
    });
    await prefetches(tour, `route ${A}`);
    expect(tour.prefetches).toMatchObject([
      { method: 'GET', build: tours.platform.build, held: [FRAME] },
    ]);
    await eventually('its code is asked for', () =>
      scripts.some((path) => /\/station\.page-[^/]+\.js$/.test(path)),
    );
    expect(await ends(tour)).toEqual([`route ${A}`]);
    expect([...tour.data, ...tour.errors]).toEqual([]);
  });

  it('prefetches data after the shape with `full`, once for all links to a page', async () => {
    const tour = await open([A, A, A], { kind: 'full' });
    await prefetches(tour, `page ${A}`);
    expect(await ends(tour)).toEqual([`route ${A}`, `page ${A}`]);
  });

  it('prefetches nothing with `none`', async () => {
    const tour = await open([A], { kind: 'none' });
    await press(tour, 'Prefetch', B);
    await prefetches(tour, `page ${B}`);
    expect(prefetched(tour)).toEqual([`route ${B}`, `page ${B}`]);
  });

  describe('a link far below the view', () => {
    it('is prefetched from 200 px below the view on', async () => {
      const tour = await open([A], { far: [B] });
      await prefetches(tour, `route ${A}`);
      tour.forget();
      const top = await tour.page
        .getByRole('link', { name: B })
        .evaluate((link) => link.getBoundingClientRect().top);
      const scrollTo = (distance: number): Promise<void> =>
        tour.page.evaluate((by) => window.scrollTo(0, by), top - 720 - distance);
      await scrollTo(220);
      await untilObserved(tour);
      expect(prefetched(tour)).toEqual([]);
      await scrollTo(180);
      await prefetches(tour, `route ${B}`);
    });
  });

  describe('a link with `intent`', () => {
    it('prefetches its data once the pointer has been on it for 80 ms', async () => {
      const [one, other] = [A, '/lines/a/stations/2'];
      const tour = await open([one, other], { kind: 'intent' }, { prepare: stopTime });
      await eventually('the shape is prefetched', async () => {
        await tour.page.clock.runFor(2000);
        return tour.prefetches.length > 0;
      });
      await tour.page.getByRole('link', { name: one }).hover();
      await tour.page.clock.runFor(79);
      await tour.page.getByRole('link', { name: other }).hover();
      await tour.page.clock.runFor(80);
      await prefetches(tour, `page ${other}`);
      expect(prefetched(tour)).toEqual([`route ${A}`, `page ${other}`]);
      await tour.page.getByRole('link', { name: one }).hover();
      await tour.page.clock.runFor(80);
      await prefetches(tour, `page ${one}`);
    });

    it('a form prefetches its data when its field gets the focus', async () => {
      const tour = await open([`form:${A}`]);
      await prefetches(tour, `route ${A}`);
      await tour.page.getByLabel('query').focus();
      await prefetches(tour, `page ${A}`);
    });
  });

  it('prefetches nothing until the route table is loaded', async () => {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    let isAsked = false;
    const tour = await open(linesOf(2), undefined, {
      prepare: (page) =>
        page.route('**/_routes/*.json', async (route) => {
          isAsked = true;
          await isReleased;
          await route.continue();
        }),
    });
    await eventually('the table is asked for', () => isAsked);
    await tour.page.getByRole('link', { name: linesOf(1)[0] ?? '' }).hover();
    expect(prefetched(tour)).toEqual([]);
    release();
    await prefetches(tour, 'route /lines/2/stations/1');
  });
});
