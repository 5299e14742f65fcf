import { describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { pageDataType } from '#shared';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdRequests } from './support/held-requests.ts';
import { prefetched, prefetches, untilObserved, stationsOf, toLinks } from './support/links.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const A = '/lines/a/stations/1';
const LAYOUTS = ['probe/frame.layout', 'links/line.layout?line=a'];

describe('a click', () => {
  const tours = holdTours();

  async function open(near: readonly string[], kind = 'full'): Promise<Tour> {
    const tour = await tours.enter();
    await tour.visit(tours.origin + toLinks(near, { kind }));
    return tour;
  }

  async function openHolding(near: readonly string[], isHeld = (kind = '') => kind === 'page') {
    const tour = await tours.enter();
    const held = await holdRequests(tour, isHeld);
    await tour.visit(tours.origin + toLinks(near, { kind: 'full' }));
    return { tour, held };
  }

  const click = ({ page }: Tour, name: string): Promise<void> =>
    page.getByRole('link', { name, exact: true }).click();

  it('shows a prefetched page without a request', async () => {
    const tour = await open([A]);
    await prefetches(tour, `page ${A}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    await click(tour, A);
    await tour.shows('station 1 of a');
    expect(await tour.text('progress')).toBe('idle');
    expect(tour.data).toEqual([]);
    expect(tour.documents).toHaveLength(1);
    expect(tour.address).toBe(A);
  });

  it('follows a prefetched redirect without a request', async () => {
    const led = `/tours/a/stops/led?to=${A}`;
    const tour = await open([led]);
    await prefetches(tour, `page ${led}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    tour.forget();
    await click(tour, led);
    await tour.shows('station 1 of a');
    expect([...tour.data, ...tour.prefetches, ...tour.documents]).toEqual([]);
    expect(tour.address).toBe(A);
  });

  it('requests a page without its prefetched layouts', async () => {
    const tour = await open([A], 'auto');
    await prefetches(tour, `route ${A}`);
    await tour.prefetches[0]?.request.response();
    await untilObserved(tour);
    await click(tour, A);
    await tour.shows('station 1 of a');
    expect(tour.data).toMatchObject([{ url: A, held: LAYOUTS }]);
  });

  it('takes over the pending prefetch of its page, and gives up other prefetches', async () => {
    const stations = stationsOf('a', 3);
    const { tour, held } = await openHolding(stations);
    await eventually('three wait', () => held.urls.length === 3);
    const failed: string[] = [];
    tour.page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
    await click(tour, stations[1] ?? '');
    await eventually('two are given up', () => failed.length === 2);
    // Chromium may report a response as failed although it was read to its end.
    expect(failed.toSorted()).toEqual([stations[0], stations[2]]);
    await held.release(stations[1] ?? '');
    await tour.shows('station 2 of a');
    expect(tour.data).toEqual([]);
    expect(prefetched(tour).filter((each) => each === `page ${stations[1]}`)).toHaveLength(1);
    expect(tour.documents).toHaveLength(1);
  });

  it('takes over the request of the link that was hovered, whose layouts are not held', async () => {
    const tour = await tours.enter();
    const held = await holdRequests(tour, (kind) => kind !== undefined);
    await tour.visit(tours.origin + toLinks([A], { kind: 'hover' }));
    await tour.page.getByRole('link', { name: A }).hover();
    await eventually('the hovered link asks', () => held.urls.length > 0);
    await click(tour, A);
    await held.release(A);
    await tour.shows('station 1 of a');
    expect([prefetched(tour), tour.data]).toEqual([[`page ${A}`], []]);
  });

  it('is a normal navigation when its prefetch has failed, and shows no error', async () => {
    const { tour, held } = await openHolding([A]);
    await held.release(A, (route) => route.fulfill({ status: 503, body: 'Bad Gateway' }));
    await untilObserved(tour);
    expect(await tour.page.getByRole('alert').count()).toBe(0);
    await click(tour, A);
    await tour.shows('station 1 of a');
    expect(tour.data).toMatchObject([{ url: A }]);
    expect(tour.documents).toHaveLength(1);
    // The browser itself logs the status of the answer.
    expect(tour.errors.filter((error) => !error.startsWith('Failed to load'))).toEqual([]);
  });

  it('shows a prefetched page without its deferred data, and requests these', async () => {
    const late = '/lines/a/late/1';
    const tour = await tours.enter();
    const held = await holdRequests(tour, (kind) => kind === undefined);
    await tour.visit(tours.origin + toLinks([late], { kind: 'full' }));
    await prefetches(tour, `page ${late}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    await click(tour, late);
    await tour.shows('late station 1 ');
    await tour.page.getByText('late waits').waitFor();
    await held.release(late);
    await tour.page.getByText('train 1 is there').waitFor();
    expect(tour.data).toMatchObject([{ url: late }]);
    expect(tour.documents).toHaveLength(1);
  });

  it.each([
    ['is lost', (route: Route) => route.abort()],
    [
      'is of another build',
      (route: Route) =>
        route.fulfill({
          status: 409,
          contentType: pageDataType,
          body: `${JSON.stringify({ build: 'newer', url: '/lines/a/late/1' })}\n`,
        }),
    ],
  ])('has the browser load the page once when its deferred data %s', async (_what, answer) => {
    const late = '/lines/a/late/1';
    const tour = await tours.enter();
    const held = await holdRequests(tour, (kind) => kind === undefined);
    await tour.visit(tours.origin + toLinks([late], { kind: 'full' }));
    await prefetches(tour, `page ${late}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    await click(tour, late);
    await tour.page.getByText('late waits').waitFor();
    await held.release(late, answer);
    await tour.page.getByText('train 1 is there').waitFor();
    expect(tour.documents).toHaveLength(2);
  });

  it('shows new deferred data when only the query of the page changes', async () => {
    const late = '/lines/a/late/1';
    const tour = await tours.enter();
    await tour.visit(tours.origin + late);
    await tour.page.getByText('train 1 is there').waitFor();
    await prefetches(tour, `page ${late}?train=2`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    await click(tour, 'The next train');
    await tour.page.getByText('train 2 is there').waitFor();
    expect(tour.data).toMatchObject([{ url: `${late}?train=2` }]);
    expect(tour.address).toBe(`${late}?train=2`);
  });
});
