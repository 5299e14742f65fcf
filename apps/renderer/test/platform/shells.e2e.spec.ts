import { describe, expect, it } from '@jest/globals';
import { expectPage } from '../../../../test/support/expect-page.ts';
import supertest from 'supertest';
import { formatRouterState, pageDataHeaders } from '#shared';
import { instant } from './harness/index.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { holdRequests } from './support/held-requests.ts';
import type { HeldRequests } from './support/held-requests.ts';
import { prefetches, untilObserved, toLinks } from './support/links.ts';
import { linesOf } from './support/read-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const EXPRESS = '/lines/a/expresses/1';

describe('a page with a loading view', () => {
  const tours = holdTours();

  async function open(): Promise<{ tour: Tour; held: HeldRequests }> {
    const tour = await tours.enter();
    const held = await holdRequests(tour, (prefetch) => prefetch === undefined);
    await tour.visit(tours.origin + toLinks([EXPRESS], { kind: 'auto' }));
    await prefetches(tour, `route ${EXPRESS}`);
    await tour.prefetches[0]?.request.response();
    await untilObserved(tour);
    return { tour, held };
  }

  const click = ({ page }: Tour, name: string): Promise<void> =>
    page.getByRole('link', { name, exact: true }).click();

  const showsShell = (tour: Tour): Promise<void> =>
    tour.says('loading', 'An express is on its way.');

  it('shows its layouts and the loading view at once, at its own address, and then the page', async () => {
    const { tour, held } = await open();
    const before = await tour.entries();
    await click(tour, EXPRESS);
    await showsShell(tour);
    expect(await tour.text('line')).toBe('line a');
    expect(await tour.text('progress')).toBe('loading');
    expect([tour.address, await tour.page.title()]).toEqual([EXPRESS, 'Probe']);
    await held.release(EXPRESS);
    await tour.shows('express 1 of a');
    await expectPage(tour.byTestId('loading')).toHaveCount(0);
    await tour.says('progress', 'idle');
    expect([tour.address, await tour.page.title()]).toEqual([EXPRESS, 'Express 1 · Probe']);
    expect(await tour.entries()).toBe(before + 1);
    await expectPage
      .poll(() => tour.page.evaluate(() => document.activeElement?.tagName))
      .toBe('H1');
    expect([tour.errors, tour.documents.length]).toEqual([[], 1]);
  });

  it('is shown at once for the harness, and a page without one is not', async () => {
    const [tour, station] = [await tours.enter(), '/lines/a/stations/1'];
    await tour.visit(tours.origin + toLinks([EXPRESS, station], { kind: 'auto' }));
    await prefetches(tour, `route ${EXPRESS}`);
    await tour.prefetches[0]?.request.response();
    await untilObserved(tour);
    const toLink = (name: string) => tour.page.getByRole('link', { name, exact: true });
    await expect(instant(tour.page, toLink(station))).rejects.toThrow(
      `A click on ${station} shows nothing within 100 ms.`,
    );
    await tour.shows('station 1 of a');
    await tour.back('links');
    await instant(tour.page, toLink(EXPRESS), { withinMs: 3000 });
    await tour.shows('express 1 of a');
  });

  it('leads back from the loading view to the page of the click, as it was left', async () => {
    const { tour } = await open();
    await tour.byLabel('address').fill('typed');
    await tour.page.evaluate(() => window.scrollTo(0, 5));
    await click(tour, EXPRESS);
    await showsShell(tour);
    await tour.back('links');
    await expectPage(tour.byLabel('address')).toHaveValue('typed');
    await expectPage.poll(() => tour.page.evaluate(() => window.scrollY)).toBe(5);
  });

  it('is never sent in place of a page by the server', async () => {
    const get = (): supertest.Test => supertest(tours.platform.app.getHttpServer()).get(EXPRESS);
    const { text } = await get();
    expect(text).toContain('express 1 of');
    const refused = await get().set(SCRIPT_HEADER, 'guard.frame=403').expect(403);
    expect(text + refused.text).not.toContain('An express is on its way.');
    const state = formatRouterState(tours.platform.build, []);
    const [{ segments }] = linesOf((await get().set(pageDataHeaders.routerState, state)).text);
    expect(segments.at(-1)?.view).toBe('links/express.page');
  });
});
