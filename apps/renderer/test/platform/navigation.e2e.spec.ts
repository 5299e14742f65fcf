import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { recordMoments } from './support/record-moments.ts';
import { holdTours } from './support/tour.ts';

describe('a navigation', () => {
  const tours = holdTours();

  it('is one request for page data, with the build and the layouts that are held', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.go('/tours/a/stops/2');
    await tour.shows('stop 2');
    expect(tour.data).toMatchObject([
      {
        method: 'GET',
        url: '/tours/a/stops/2',
        build: tours.platform.build,
        held: ['probe/frame.layout', 'tour/tour.layout?tour=a'],
      },
    ]);
    expect(tour.documents).toEqual([]);
    expect(tour.address).toBe('/tours/a/stops/2');
    expect(tour.errors).toEqual([]);
  });

  it('keeps the state of layouts, not rendered again, and begins that of the page anew', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.byText('layout clicked 0').click();
    await tour.byLabel('layout note').fill('kept');
    await tour.byText('page clicked 0').click();
    const before = await tour.text('tour');
    await tour.go('/tours/a/stops/2');
    await tour.shows('stop 2');
    await tour.byText('page clicked 0').waitFor();
    expect(await tour.text('tour')).toBe(before);
    await expectPage(tour.byText('layout clicked 1')).toHaveCount(1);
    await expectPage(tour.byLabel('layout note')).toHaveValue('kept');
  });

  it('keeps the state of a page when only its query changes', async () => {
    const tour = await tours.open('/tours/a/stops/1?day=1');
    await tour.byText('page clicked 0').click();
    const [layout, entries] = [await tour.text('tour'), await tour.entries()];
    await tour.go('/tours/a/stops/1?day=2');
    await tour.says('query', 'day=2');
    await tour.byText('page clicked 1').waitFor();
    expect(await tour.text('tour')).toBe(layout);
    expect(await tour.entries()).toBe(entries + 1);
  });

  it('updates the title and the robots tag', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const robots = tour.page.locator('meta[name=robots]');
    await tour.go('/tours/a/stops/2?end=404');
    await tour.shows('Not found');
    await expectPage.poll(() => tour.page.title()).toBe('Not found · Probe');
    await expectPage(robots).toHaveAttribute('content', 'noindex');
    await tour.page.getByRole('link', { name: 'Home' }).click();
    await tour.shows('stop home');
    await expectPage.poll(() => tour.page.title()).toBe('Stop home · Probe');
    await expectPage(robots).toHaveCount(0);
  });

  it('changes address and content together during a view transition', async () => {
    const prepare = (page: Page): Promise<unknown> => page.addInitScript(recordMoments);
    const tour = await tours.open('/tours/a/stops/1', {
      reducedMotion: 'no-preference',
      prepare,
    });
    for (const stop of ['2', '3']) {
      await tour.go(`/tours/a/stops/${stop}`);
      await tour.shows(`stop ${stop}`);
    }
    await tour.press('Back');
    await tour.shows('stop 2');
    const moments = await tour.page.evaluate(() => [...new Set(window.moments)]);
    expect(moments.filter((moment) => moment !== '/tours/a/stops/2 stop 3')).toEqual(
      ['1', '2', '3'].map((stop) => `/tours/a/stops/${stop} stop ${stop}`),
    );
  });

  it('refreshes all of the data at the same address, without a history entry', async () => {
    const tour = await tours.open('/tours/again/stops/1');
    await tour.byText('page clicked 0').click();
    const entries = await tour.entries();
    await tour.go('/tours/again/stops/1');
    await tour.says('loads', 'load 2');
    await tour.byText('tour again, load 2').waitFor();
    await tour.byText('page clicked 1').waitFor();
    expect(tour.data).toMatchObject([{ url: '/tours/again/stops/1', held: [] }]);
    expect(tour.documents).toEqual([]);
    expect(await tour.entries()).toBe(entries);
  });
});
