import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { answerData } from './support/answer-data.ts';
import { holdTours, isInView } from './support/tour.ts';

describe('the end of a navigation', () => {
  const tours = holdTours();

  it('is the target of a redirect, with one history entry and the fragment', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const entries = await tour.entries();
    await tour.go('/tours/a/stops/2?to=/tours/a/stops/3&x=1#below');
    await tour.shows('stop 3');
    expect(tour.address).toBe('/tours/a/stops/3#below');
    await tour.says('address', '/tours/a/stops/3#below');
    expect(await isInView(tour, '#below')).toBe(true);
    expect(await tour.entries()).toBe(entries + 1);
    expect([tour.data.length, tour.documents]).toEqual([1, []]);
  });

  it('is a fault with its digest inside the layout, and the next page follows', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const before = await tour.text('tour');
    await tour.go('/tours/a/stops/2?end=500');
    await tour.shows('This page failed');
    const digest = /Digest: (?<digest>\d+)/.exec(await tour.page.locator('#main').innerText());
    expect(tours.platform.log.join('\n')).toContain(digest?.groups?.['digest'] ?? 'no digest');
    expect((await tour.data[0]?.request.response())?.status()).toBe(500);
    expect(tour.address).toBe('/tours/a/stops/2?end=500');
    expect(await tour.text('tour')).toBe(before);
    await tour.page.getByRole('link', { name: 'Home' }).click();
    await tour.shows('stop home');
    expect(tour.documents).toEqual([]);
  });

  it('is one full navigation after a broken connection', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const entries = await tour.entries();
    await answerData(tour, (route) => route.abort('connectionreset'));
    await tour.go('/tours/a/stops/2?day=1#below');
    await tour.shows('stop 2');
    await tour.live();
    expect(tour.documents).toEqual(['/tours/a/stops/2?day=1']);
    expect(tour.address).toBe('/tours/a/stops/2?day=1#below');
    expect(tour.data).toHaveLength(1);
    expect(await tour.entries()).toBe(entries + 1);
  });

  it('is one full navigation that keeps typed text, when the page is of another build', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await answerData(tour, (route) => {
      const headers = { ...route.request().headers(), 'router-state': 'another-build' };
      return route.continue({ headers });
    });
    await tour.byLabel('note').fill('typed');
    await tour.byLabel('controlled').fill('controlled too');
    await tour.go('/tours/a/stops/1');
    await eventually('the document is loaded', () => tour.documents.length > 0);
    await tour.says('controlled', 'controlled too');
    await tour.live();
    await expectPage(tour.byLabel('note')).toHaveValue('typed');
    expect((await tour.data[0]?.request.response())?.status()).toBe(409);
    expect(tour.documents).toEqual(['/tours/a/stops/1']);
  });
});
