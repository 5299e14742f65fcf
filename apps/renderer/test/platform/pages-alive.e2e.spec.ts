import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('a page that was left a moment ago', () => {
  // Prefetching would render more pages beside those that are kept.
  const tours = holdTours({ options: { mayPrefetch: () => false } });

  async function open(): Promise<Tour> {
    const tour = await tours.open('/tours/a/alive/1');
    await tour.seen(tour.page.locator('h1')).evaluate((heading) => {
      heading.dataset['mark'] = 'the same';
    });
    await tour.byText('pressed 0').click();
    await tour.byText('pressed 1').waitFor();
    return tour;
  }

  it('keeps its state and its elements when the visitor goes back and forward', async () => {
    const tour = await open();
    await tour.byLabel('remark').fill('kept');
    await follow(tour, '2');
    await tour.byText('pressed 0').click();
    await tour.page.goBack();
    await tour.shows('alive 1');
    expect(await tour.byLabel('remark').inputValue()).toBe('kept');
    await tour.byText('pressed 1').waitFor();
    expect(await markOf(tour)).toBe('the same');
    await tour.page.goForward();
    await tour.shows('alive 2');
    await tour.byText('pressed 1').waitFor();
    expect(tour.data.map(({ url }) => url)).toEqual(['/tours/a/alive/2']);
    expect(tour.errors).toEqual([]);
  });

  it('is neither visible, nor read by screen readers, nor reached by keys', async () => {
    const tour = await open();
    await follow(tour, '2');
    expect(await tour.page.locator('h1').count()).toBe(2);
    expect(await tour.page.getByRole('heading', { includeHidden: false }).count()).toBe(1);
    expect(await tour.page.getByText('alive 1').isVisible()).toBe(false);
    const focused = new Set<string>();
    for (let presses = 0; presses < 30; presses += 1) {
      await tour.page.keyboard.press('Tab');
      focused.add(await tour.page.evaluate(isFocusKept));
    }
    expect([...focused]).toEqual(['seen']);
  });

  it('has its effects switched off until it is shown again', async () => {
    const tour = await open();
    // React switches effects on and off only after the page is shown.
    const isAlive = (stop: string): Promise<true> =>
      eventually(`the effects of ${stop} alone are on`, async () =>
        tour.page.evaluate((only) => window.alive?.join() === only || undefined, stop),
      );
    await isAlive('1');
    await follow(tour, '2');
    await isAlive('2');
    await tour.page.goBack();
    await tour.shows('alive 1');
    await isAlive('1');
  });

  it('is kept with two other pages, and dropped when a fourth page is left', async () => {
    const tour = await open();
    for (const stop of ['2', '3', '4']) await follow(tour, stop);
    expect(await tour.page.locator('h1').allTextContents()).toEqual(
      ['4', '3', '2', '1'].map((stop) => `alive ${stop}`),
    );
    await follow(tour, '5');
    expect(await tour.page.locator('h1').count()).toBe(4);
    await tour.page.evaluate(() => history.go(-4));
    await tour.shows('alive 1');
    await tour.byText('pressed 0').waitFor();
    expect(await markOf(tour)).toBeUndefined();
  });

  it('is kept longer when the visitor has looked at it again', async () => {
    const tour = await open();
    await follow(tour, '2');
    await follow(tour, '3');
    await tour.page.evaluate(() => history.go(-2));
    await tour.shows('alive 1');
    await follow(tour, '4');
    await follow(tour, '5');
    // The new pages replaced the history entries of stops 2 and 3, so two steps back lead to stop
    // 1.
    expect(await tour.page.locator('h1').allTextContents()).toEqual(
      ['5', '4', '1', '3'].map((stop) => `alive ${stop}`),
    );
    await tour.page.evaluate(() => history.go(-2));
    await tour.shows('alive 1');
    expect(await markOf(tour)).toBe('the same');
  });

  it('keeps its state around new data when its old data were invalidated', async () => {
    const tour = await open();
    const [, loads] = (await tour.text('loads')).split(' ');
    await follow(tour, '2');
    await tour.byText('Invalidate the first').click();
    await tour.page.goBack();
    await tour.shows('alive 1');
    await tour.says('loads', `load ${Number(loads) + 1}`);
    await tour.byText('pressed 1').waitFor();
    expect(await markOf(tour)).toBe('the same');
  });

  it('is dropped when everything was invalidated', async () => {
    const tour = await open();
    await follow(tour, '2');
    await tour.byText('Drop all').click();
    await tour.page.locator('h1').filter({ hasText: 'alive 1' }).waitFor({ state: 'detached' });
    await tour.page.goBack();
    await tour.shows('alive 1');
    await tour.byText('pressed 0').waitFor();
  });

  it('is kept with the layouts that only it has', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.byText('layout clicked 0').click();
    await tour.byText('page clicked 0').click();
    await tour.go('/tours/b/stops/2');
    await tour.byText('layout clicked 0').waitFor();
    await tour.page.goBack();
    await tour.byText('layout clicked 1').waitFor();
    await tour.byText('page clicked 1').waitFor();
  });

  it('does not block the shown page by a dialog that was left open', async () => {
    const tour = await open();
    await tour.byText('Open').click();
    await tour.page.getByRole('link', { name: 'Leave by the dialog' }).click();
    await tour.shows('alive 9');
    await tour.byText('pressed 0').click();
    await tour.byText('pressed 1').waitFor();
    await tour.page.goBack();
    await tour.shows('alive 1');
    await tour.byText('pressed 1').click();
    await tour.byText('pressed 2').waitFor();
  });

  it('does not catch a link to a fragment of the shown page', async () => {
    const tour = await open();
    await follow(tour, '2');
    await tour.byText('To the end').click();
    await tour.seen(tour.page.locator('#end')).and(tour.page.locator(':target')).waitFor();
    expect(await tour.page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  });

  async function follow(tour: Tour, stop: string): Promise<void> {
    await tour.byText(`To ${stop}`).click();
    await tour.shows(`alive ${stop}`);
  }
});

function markOf(tour: Tour): Promise<string | undefined> {
  return tour
    .seen(tour.page.locator('h1'))
    .evaluate((heading) => (heading as HTMLElement).dataset['mark']);
}

function isFocusKept(): string {
  return document.activeElement?.closest('[style*="none !important"]') ? 'kept' : 'seen';
}
