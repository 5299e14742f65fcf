import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
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

  it('keeps its state and its elements by back and forward, its effects switched off meanwhile', async () => {
    const tour = await open();
    // React switches effects on and off only after the page is shown.
    const isAlive = (stop: string): Promise<true> =>
      eventually(`the effects of ${stop} alone are on`, async () =>
        tour.page.evaluate((only) => window.alive?.join() === only || undefined, stop),
      );
    await tour.byLabel('remark').fill('kept');
    await isAlive('1');
    await follow(tour, '2');
    await isAlive('2');
    await tour.byText('pressed 0').click();
    await tour.page.goBack();
    await tour.shows('alive 1');
    await isAlive('1');
    await expectPage(tour.byLabel('remark')).toHaveValue('kept');
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
    await expectPage(tour.page.locator('h1')).toHaveCount(2);
    await expectPage(tour.page.getByRole('heading', { includeHidden: false })).toHaveCount(1);
    await expectPage(tour.page.getByText('alive 1')).toBeHidden();
    const focused = new Set<string>();
    for (let presses = 0; presses < 30; presses += 1) {
      await tour.page.keyboard.press('Tab');
      focused.add(await tour.page.evaluate(isFocusKept));
    }
    expect([...focused]).toEqual(['seen']);
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
  });

  it('does not catch a link to a fragment of the shown page', async () => {
    const tour = await open();
    await follow(tour, '2');
    await tour.byText('To the end').click();
    await tour.seen(tour.page.locator('#end')).and(tour.page.locator(':target')).waitFor();
    await expectPage.poll(() => tour.page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
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
