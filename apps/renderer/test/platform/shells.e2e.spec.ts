import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { formatRouterState, pageDataHeaders } from '#shared';
import { instant } from './harness/index.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { holdRequests } from './support/held-requests.ts';
import type { HeldRequests } from './support/held-requests.ts';
import { press, prefetches, untilObserved, toLinks } from './support/links.ts';
import { linesOf } from './support/read-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const EXPRESS = '/lines/a/expresses/1';

describe('a page with a loading view', () => {
  const tours = holdTours();

  async function open(
    near: readonly string[] = [EXPRESS],
  ): Promise<{ tour: Tour; held: HeldRequests }> {
    const tour = await tours.enter();
    const held = await holdRequests(tour, (prefetch) => prefetch === undefined);
    await tour.visit(tours.origin + toLinks(near, { kind: 'auto' }));
    await prefetches(tour, `route ${near[0]}`);
    await tour.prefetches[0]?.request.response();
    await untilObserved(tour);
    return { tour, held };
  }

  const click = ({ page }: Tour, name: string): Promise<void> =>
    page.getByRole('link', { name, exact: true }).click();

  const showsShell = (tour: Tour): Promise<void> =>
    tour.says('loading', 'An express is on its way.');

  async function openShell(near?: readonly string[]) {
    const opened = await open(near);
    await click(opened.tour, near?.[0] ?? EXPRESS);
    await showsShell(opened.tour);
    return opened;
  }

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
    expect(await tour.byTestId('loading').count()).toBe(0);
    await tour.says('progress', 'idle');
    expect([tour.address, await tour.page.title()]).toEqual([EXPRESS, 'Express 1 · Probe']);
    expect(await tour.entries()).toBe(before + 1);
    expect(await tour.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
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

  it('keeps a layout that reads the same of the address of another route, without a prefetch', async () => {
    const tour = await tours.enter();
    const held = await holdRequests(tour, () => true);
    await tour.visit(`${tours.origin}/lines/a/stations/1`);
    await click(tour, 'By express');
    await showsShell(tour);
    expect(await tour.text('line')).toBe('line a');
    await held.release(EXPRESS);
    await tour.shows('express 1 of a');
    expect([tour.prefetches, tour.documents.length]).toEqual([[], 1]);
  });

  it('leads back from the loading view to the page of the click, as it was left', async () => {
    const { tour, held } = await open([EXPRESS, '/lines/a/stations/1']);
    await tour.byLabel('address').fill('typed');
    await tour.page.evaluate(() => window.scrollTo(0, 5));
    await click(tour, EXPRESS);
    await showsShell(tour);
    await tour.back('links');
    expect(await tour.byLabel('address').inputValue()).toBe('typed');
    expect(await tour.page.evaluate(() => window.scrollY)).toBe(5);
    await tour.page.evaluate(() => void setTimeout(() => history.forward()));
    await held.release(EXPRESS).catch(() => undefined);
    await held.release(EXPRESS);
    await tour.shows('express 1 of a');
    expect(tour.documents).toHaveLength(1);
  });

  it('loads the page itself when it is reloaded', async () => {
    const { tour } = await openShell();
    await tour.page.reload();
    await tour.shows('express 1 of a');
    expect(tour.documents.at(-1)).toBe(EXPRESS);
  });

  it.each([
    [401, 'Not signed in'],
    [403, 'Not allowed'],
    [404, 'Not found'],
    [500, 'This page failed'],
  ])('replaces the loading view by a refusal: %d', async (status, heading) => {
    const address = `${EXPRESS}?end=${status}`;
    const { tour, held } = await openShell([address]);
    await held.release(address);
    await tour.shows(heading);
    expect(await tour.data[0]?.request.response().then((answer) => answer?.status())).toBe(status);
    expect([tour.address, tour.documents.length]).toEqual([address, 1]);
    await tour.back('links');
  });

  it('gives way to the redirect of an action that is sent meanwhile', async () => {
    const address = `${EXPRESS}?hold=rung`;
    const tour = await tours.enter();
    await tour.visit(tours.origin + toLinks([address], { kind: 'auto' }));
    await prefetches(tour, `route ${address}`);
    await tour.prefetches[0]?.request.response();
    await untilObserved(tour);
    await click(tour, address);
    await showsShell(tour);
    await tour.page.getByRole('button', { name: 'Ring' }).click();
    await tour.shows('station 2 of a');
    await tours.openGate('rung');
    expect([tour.address, tour.documents.length]).toEqual(['/lines/a/stations/2', 1]);
  });

  it('follows a redirect in the same history entry', async () => {
    const address = `${EXPRESS}?end=303:/lines/a/stations/2`;
    const { tour, held } = await open([address]);
    const before = await tour.entries();
    await click(tour, address);
    await showsShell(tour);
    await held.release(address);
    await tour.shows('station 2 of a');
    expect([tour.address, await tour.entries()]).toEqual(['/lines/a/stations/2', before + 1]);
    await tour.back('links');
  });

  it('makes no history entry when a redirect leads back to the page of the click', async () => {
    const { tour, held } = await open();
    const before = await tour.entries();
    const address = `${EXPRESS}?end=${encodeURIComponent(`303:${tour.address}`)}`;
    await press(tour, 'Push', address);
    await showsShell(tour);
    await held.release(address);
    await tour.shows('links');
    // The entry of the shell stays ahead, as after a step back.
    expect([await tour.entries(), tour.documents.length]).toEqual([before + 1, 1]);
    expect(await tour.page.evaluate(() => navigation.canGoForward)).toBe(true);
  });

  it('has the browser load it in the same history entry when no answer comes', async () => {
    const { tour, held } = await open();
    const before = await tour.entries();
    await click(tour, EXPRESS);
    await showsShell(tour);
    await held.release(EXPRESS, (route) => route.abort());
    await tour.shows('express 1 of a');
    expect(tour.documents.at(-1)).toBe(EXPRESS);
    expect(await tour.entries()).toBe(before + 1);
  });

  describe('the server of a page with a loading view', () => {
    const state = (): string => formatRouterState(tours.platform.build, []);
    const ways = {
      'a document': (): supertest.Test => get(),
      'page data': (): supertest.Test => get().set(pageDataHeaders.routerState, state()),
      'a prefetch': (): supertest.Test =>
        get().set(pageDataHeaders.routerState, state()).set(pageDataHeaders.prefetch, 'page'),
      'an action': (): supertest.Test =>
        supertest(tours.platform.app.getHttpServer())
          .post(EXPRESS)
          .set('Origin', 'http://localhost:3000')
          .set('Action', 'leave'),
    };
    const get = (): supertest.Test => supertest(tours.platform.app.getHttpServer()).get(EXPRESS);
    const cases = Object.keys(ways).flatMap((way) =>
      [401, 403, 404].map((status) => [way as keyof typeof ways, status] as const),
    );

    it.each(cases)('answers %s with its real status: %d', async (way, status) => {
      const answer = await ways[way]().set(SCRIPT_HEADER, `guard.frame=${status}`);
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('An express is on its way.');
    });

    it('never sends the loading view in place of a page', async () => {
      const { text } = await ways['a document']();
      expect(text).toContain('express 1 of');
      expect(text).not.toContain('An express is on its way.');
      const [{ segments }] = linesOf((await ways['page data']()).text);
      expect(segments.at(-1)?.view).toBe('links/express.page');
    });
  });
});
