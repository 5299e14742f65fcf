import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { prefetched, prefetches, press, untilObserved, toLinks } from './support/links.ts';
import { payloadOf } from './support/read-page.ts';
import { holdTours } from './support/tour.ts';
import type { OpenOptions, Tour, Tours } from './support/tour.ts';

const A = '/lines/a/stations/1';
const B = '/lines/b/stations/1';

describe('a page that may not prefetch', () => {
  const tours = holdTours();
  const closed = holdTours({
    options: { mayPrefetch: ({ headers }) => headers.cookie !== undefined },
  });

  async function open(at: Tours, near: string, prepare?: OpenOptions['prepare']): Promise<Tour> {
    const tour = await at.enter({ prepare });
    const patterns = [/\/_routes\/[^/]+\.json$/, /\/late-part-[^/]+\.js$/];
    const awaited = patterns.map((pattern) => tour.page.waitForResponse(pattern));
    await tour.visit(at.origin + toLinks([near], { kind: 'full' }));
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
    const savesData = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`;
    await staysQuiet(await open(tours, A, (page) => page.addInitScript(savesData)));
  });

  it('prefetches nothing for a visitor to whom the server denies it', async () => {
    await staysQuiet(await open(closed, A));
  });

  it('prefetches nothing more once the server has refused a prefetch: 401', async () => {
    const refused = `${A}?end=401`;
    const tour = await open(tours, refused);
    await prefetches(tour, `page ${refused}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    await press(tour, 'More', B);
    await untilObserved(tour);
    expect(prefetched(tour)).toEqual([`route ${refused}`, `page ${refused}`]);
  });

  it.each<[string, Tours, Record<string, string>, false | undefined]>([
    ['allowed without limits of the product', tours, {}, undefined],
    ['denied to a visitor who saves data', tours, { 'save-data': 'on' }, false],
    ['denied to a bot', tours, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
    ['allowed to whom the product allows it', closed, { cookie: 'visitor=1' }, undefined],
    ['denied on a page that asks to sign in', tours, { [SCRIPT_HEADER]: 'guard.frame=401' }, false],
    ['allowed on a missing page', tours, { [SCRIPT_HEADER]: 'page=404' }, undefined],
  ])('hears in its document what is %s', async (_who, { platform }, headers, mayPrefetch) => {
    const request = supertest(platform.app.getHttpServer()).get('/probe/a/1');
    const { text } = await request.set({ Accept: 'text/html', ...headers });
    expect(payloadOf(text).mayPrefetch).toBe(mayPrefetch);
  });
});
