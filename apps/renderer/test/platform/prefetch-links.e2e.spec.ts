import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { prefetched, prefetches, press, toLinks } from './support/links.ts';
import { holdTours } from './support/tour.ts';
import type { OpenOptions } from './support/tour.ts';

const FRAME = 'probe/frame.layout';
const A = '/lines/a/stations/1';
const B = '/lines/b/stations/1';

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
    expect([...tour.data, ...tour.errors]).toEqual([]);
  });

  it('prefetches nothing with `none`', async () => {
    const tour = await open([A], { kind: 'none' });
    await press(tour, 'Prefetch', B);
    await prefetches(tour, `page ${B}`);
    expect(prefetched(tour)).toEqual([`route ${B}`, `page ${B}`]);
  });

  it('prefetches its data with `intent` once it is hovered', async () => {
    const tour = await open([A], { kind: 'intent' });
    await prefetches(tour, `route ${A}`);
    await tour.page.getByRole('link', { name: A }).hover();
    await prefetches(tour, `page ${A}`);
  });

  it('a form prefetches its data when its field gets the focus', async () => {
    const tour = await open([`form:${A}`]);
    await prefetches(tour, `route ${A}`);
    await tour.page.getByLabel('query').focus();
    await prefetches(tour, `page ${A}`);
  });
});
