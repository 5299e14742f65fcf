import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdRequests } from './support/held-requests.ts';
import { prefetched, prefetches, untilObserved, toLinks } from './support/links.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const A = '/lines/a/stations/1';
const LAYOUTS = ['probe/frame.layout', 'links/line.layout?line=a'];

describe('a click', () => {
  const tours = holdTours();

  async function openPrefetched(what: 'page' | 'route', at: string, isHeld = false) {
    const tour = await tours.enter();
    const held = await holdRequests(tour, (kind) => isHeld && kind === undefined);
    const kind = what === 'page' ? 'full' : 'auto';
    await tour.visit(tours.origin + toLinks([at], { kind }));
    await prefetches(tour, `${what} ${at}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    return { tour, held };
  }

  const click = ({ page }: Tour, name: string): Promise<void> =>
    page.getByRole('link', { name, exact: true }).click();

  it('shows a prefetched page without a request', async () => {
    const { tour } = await openPrefetched('page', A);
    await click(tour, A);
    await tour.shows('station 1 of a');
    expect(await tour.text('progress')).toBe('idle');
    expect(tour.data).toEqual([]);
    expect(tour.documents).toHaveLength(1);
    expect(tour.address).toBe(A);
  });

  it('requests a page without its prefetched layouts', async () => {
    const { tour } = await openPrefetched('route', A);
    await click(tour, A);
    await tour.shows('station 1 of a');
    expect(tour.data).toMatchObject([{ url: A, held: LAYOUTS }]);
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

  it('shows a prefetched page without its deferred data, and requests these', async () => {
    const late = '/lines/a/late/1';
    const { tour, held } = await openPrefetched('page', late, true);
    await click(tour, late);
    await tour.shows('late station 1 ');
    await tour.page.getByText('late waits').waitFor();
    await held.release(late);
    await tour.page.getByText('train 1 is there').waitFor();
    expect(tour.data).toMatchObject([{ url: late }]);
    expect(tour.documents).toHaveLength(1);
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
