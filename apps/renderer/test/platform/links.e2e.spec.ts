import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { holdOtherOrigin } from './support/other-origin.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('a link', () => {
  const tours = holdTours();
  const elsewhere = holdOtherOrigin();

  it('is followed by Enter', async () => {
    const tour = await tours.open();
    await tour.page.getByRole('link', { name: 'Home' }).focus();
    await tour.page.keyboard.press('Enter');
    await tour.shows('stop home');
    expect(tour.data).toMatchObject([{ url: '/tours/a/stops/home' }]);
    expect(tour.documents).toEqual([]);
  });

  it.each<[string, (tour: Tour) => Promise<void>]>([
    ['target=_blank', (tour) => tour.go('/tours/a/stops/2', 'Elsewhere')],
    ['Control', (tour) => click(tour, { modifiers: ['Control'] })],
    ['Shift', (tour) => click(tour, { modifiers: ['Shift'] })],
    ['the middle button', (tour) => click(tour, { button: 'middle' })],
  ])('opens a tab and is not followed: %s', async (_how, follow) => {
    const tour = await tours.open();
    const opening = tour.page.context().waitForEvent('page');
    await follow(tour);
    const opened = await opening;
    await opened.getByRole('heading', { name: 'stop 2' }).waitFor();
    await expectPage.poll(() => opened.evaluate(() => history.length)).toBe(1);
    await staysUnanswered(tour);
  });

  it.each<[string, (tour: Tour) => Promise<void>]>([
    ['Alt', (tour) => click(tour, { modifiers: ['Alt'] })],
    ['download', (tour) => tour.go('/tours/a/stops/2', 'Download')],
  ])('is saved and not followed: %s', async (_how, follow) => {
    const tour = await tours.open();
    const saved = tour.page.waitForEvent('download');
    await follow(tour);
    expect((await saved).url()).toBe(`${tours.origin}/tours/a/stops/2`);
    await staysUnanswered(tour);
  });

  // The effect of a Meta click depends on the system; on some it is a normal click.
  it('is left to the browser with the Meta key', async () => {
    const tour = await tours.open();
    await tour.page.evaluate(() => {
      // React listens at the root, so this listener runs after React's.
      window.addEventListener('click', (event) => {
        document.body.dataset['left'] = String(!event.defaultPrevented);
        event.preventDefault();
      });
    });
    await click(tour, { modifiers: ['Meta'] });
    await tour.page.locator('body[data-left=true]').waitFor({ state: 'attached' });
    await staysUnanswered(tour);
  });

  it('is not followed when a handler has prevented it', async () => {
    const tour = await tours.open();
    await tour.go('/tours/a/stops/2', 'Prevented');
    await staysUnanswered(tour);
  });

  it('is left to the browser when it leads to another origin', async () => {
    const tour = await tours.open();
    await tour.go(`${elsewhere.origin}/there`);
    await tour.shows('elsewhere');
    expect(elsewhere.documents).toContain('/there');
    expect(tour.data).toEqual([]);
  });

  it('has no address when it would run a script, does nothing, and cannot be pushed', async () => {
    const href = ' java\nscript:window.ran=1';
    const tour = await tours.open();
    await tour.byLabel('to').fill(href);
    const link = tour.page.locator('a', { hasText: 'Follow' });
    await expectPage(link).not.toHaveAttribute('href');
    await link.click();
    await staysUnanswered(tour);
    expect(tour.errors).toEqual([]);
    await tour.go(href, 'Push');
    await eventually('it has thrown', () => tour.errors.length > 0);
    expect(tour.errors).toEqual([expect.stringMatching(/^TypeError: /)]);
    expect(await hasRun(tour)).toBe(false);
  });

  it('leads to documents without JavaScript', async () => {
    const tour = await tours.enter({ javaScriptEnabled: false });
    await tour.page.goto(`${tours.origin}/tours/a/stops/1`);
    await tour.page.getByRole('link', { name: 'Follow' }).click();
    await tour.shows('stop 2');
    await tour.page.getByRole('link', { name: 'Home' }).click();
    await tour.shows('stop home');
    expect(tour.documents).toEqual(['/tours/a/stops/1', '/tours/a/stops/2', '/tours/a/stops/home']);
    expect(tour.data).toEqual([]);
  });

  async function click(
    tour: Tour,
    options: NonNullable<Parameters<ReturnType<Tour['page']['locator']>['click']>[0]>,
  ): Promise<void> {
    await tour.byLabel('to').fill('/tours/a/stops/2');
    await tour.page.getByRole('link', { name: 'Follow' }).click(options);
  }

  /** Checks that the click had no effect: the next click is the first that loads a page. */
  async function staysUnanswered(tour: Tour): Promise<void> {
    await tour.go('/tours/a/stops/9');
    await tour.shows('stop 9');
    expect(tour.data.map(({ url }) => url)).toEqual(['/tours/a/stops/9']);
    expect(tour.documents).toEqual([]);
  }
});

function hasRun({ page }: Tour): Promise<boolean> {
  return page.evaluate(() => 'ran' in window);
}
