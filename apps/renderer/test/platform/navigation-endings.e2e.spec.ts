import { describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { answerData } from './support/answer-data.ts';
import { holdOtherOrigin } from './support/other-origin.ts';
import { holdTours, isInView } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the end of a navigation', () => {
  const tours = holdTours();
  const elsewhere = holdOtherOrigin();

  describe('a navigation to an address that redirects', () => {
    it.each([['#below', '#below']])(
      'ends at the target with one history entry, and keeps the fragment %j',
      async (fragment, hash) => {
        const tour = await tours.open('/tours/a/stops/1');
        const entries = await tour.entries();
        await tour.go(`/tours/a/stops/2?to=/tours/a/stops/3${fragment && `&x=1${fragment}`}`);
        await tour.shows('stop 3');
        expect(tour.address).toBe(`/tours/a/stops/3${hash}`);
        await tour.says('address', `/tours/a/stops/3${hash}`);
        expect(await isInView(tour, '#below')).toBe(fragment !== '');
        expect(await tour.entries()).toBe(entries + 1);
        expect(tour.data).toHaveLength(1);
        expect(tour.documents).toEqual([]);
      },
    );

    it('leaves for another origin by one full navigation', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      const entries = await tour.entries();
      await tour.go(`/tours/a/stops/2?to=${elsewhere.origin}/there?a=1`);
      await tour.shows('elsewhere');
      expect(tour.page.url()).toBe(`${elsewhere.origin}/there?a=1`);
      expect(elsewhere.documents).toEqual(['/there?a=1']);
      expect(tour.data).toHaveLength(1);
      expect(await tour.entries()).toBe(entries + 1);
    });
  });

  describe('a navigation to a page that is missing or fails', () => {
    it.each([[404, 'Not found']])(
      'shows the outcome %i in place, inside the layouts',
      async (status, heading) => {
        const tour = await tours.open('/tours/a/stops/1');
        await tour.byText('layout clicked 0').click();
        const before = await tour.text('tour');
        await tour.go(`/tours/a/stops/2?end=${status}`);
        await tour.shows(heading);
        expect(tour.address).toBe(`/tours/a/stops/2?end=${status}`);
        expect(await tour.text('tour')).toBe(before);
        expect(await tour.byText('layout clicked 1').count()).toBe(1);
        expect((await tour.data[0]?.request.response())?.status()).toBe(status);
        expect(tour.data).toHaveLength(1);
        expect(tour.documents).toEqual([]);
      },
    );

    it('shows a fault with its digest inside the layout, and the next page without it', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      const before = await tour.text('tour');
      await tour.go('/tours/a/stops/2?end=500');
      await tour.shows('This page failed');
      const digest = /Digest: (?<digest>\d+)/.exec(await tour.page.locator('#main').innerText());
      expect(tours.platform.log.join('\n')).toContain(digest?.groups?.['digest'] ?? 'no digest');
      expect(tour.address).toBe('/tours/a/stops/2?end=500');
      expect(await tour.text('tour')).toBe(before);
      expect(tour.documents).toEqual([]);
      await tour.page.getByRole('link', { name: 'Home' }).click();
      await tour.shows('stop home');
    });
  });

  describe('a navigation that is not answered with usable page data', () => {
    it.each<[string, (route: Route) => Promise<void>]>([
      ['HTML', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>proxy</h1>' })],
      ['a broken connection', (route) => route.abort('connectionreset')],
    ])('makes one full navigation after %s', async (_what, answer) => {
      const tour = await tours.open('/tours/a/stops/1');
      const entries = await tour.entries();
      await answerData(tour, answer);
      await tour.go('/tours/a/stops/2?day=1#below');
      await tour.shows('stop 2');
      await tour.live();
      expect(tour.documents).toEqual(['/tours/a/stops/2?day=1']);
      expect(tour.address).toBe('/tours/a/stops/2?day=1#below');
      expect(tour.data).toHaveLength(1);
      expect(await tour.entries()).toBe(entries + 1);
    });

    it('makes one full navigation when it redirects to an address without a page', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/stops/2?to=/tours/a/ticket');
      await tour.byText('{"ticket":"for one"}').waitFor();
      expect(tour.documents).toEqual(['/tours/a/stops/2?to=/tours/a/ticket']);
      expect(tour.address).toBe('/tours/a/ticket');
      expect(tour.data).toHaveLength(1);
    });

    it('makes one full navigation to the page of another build', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await askAsOtherBuild(tour);
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.live();
      expect((await tour.data[0]?.request.response())?.status()).toBe(409);
      expect(tour.documents).toEqual(['/tours/a/stops/2']);
      expect(tour.data).toHaveLength(1);
    });

    it('keeps typed text when the page is of another build', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await askAsOtherBuild(tour);
      await tour.byLabel('note').fill('typed');
      await tour.byLabel('controlled').fill('controlled too');
      await tour.go('/tours/a/stops/1');
      await eventually('the document is loaded', () => tour.documents.length > 0);
      await tour.says('controlled', 'controlled too');
      await tour.live();
      expect(await tour.byLabel('note').inputValue()).toBe('typed');
      expect(tour.documents).toEqual(['/tours/a/stops/1']);
    });
  });
});

async function askAsOtherBuild(tour: Tour): Promise<void> {
  await answerData(tour, (route) => {
    const headers = { ...route.request().headers(), 'router-state': 'another-build' };
    return route.continue({ headers });
  });
}
