import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { prefetches, untilObserved, stationsOf, toLinks } from './support/links.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('a page that is rendered out of sight', () => {
  const tours = holdTours();

  const linkTo = ({ page }: Tour, address: string) =>
    page.getByRole('link', { name: address, exact: true });

  /**
   * Opens links to two stations of a line. The pointer rests on the first link, so its page is
   * prefetched and rendered out of sight.
   */
  async function prepare(line: string, arrange?: (page: Tour['page']) => Promise<void>) {
    const tour = await tours.enter();
    const [station = '', other = ''] = stationsOf(line, 2);
    await tour.visit(tours.origin + toLinks([station, other], { kind: 'full' }));
    for (const address of [station, other]) await prefetches(tour, `page ${address}`);
    await tour.prefetches.at(-1)?.request.response();
    await untilObserved(tour);
    await arrange?.(tour.page);
    const before = await tour.page.evaluate(measure);
    const [link, otherLink] = [linkTo(tour, station), linkTo(tour, other)];
    await link.hover();
    await tour.page.getByTestId('first').waitFor({ state: 'attached' });
    return { tour, page: tour.page, station, link, otherLink, before };
  }

  it('is laid out, but takes no room, and cannot be seen, found or reached by keys', async () => {
    const { page, before } = await prepare('a');
    await expectPage.poll(() => page.evaluate(measure)).toEqual(before);
    const main = page.locator('main').filter({ has: page.getByTestId('first') });
    await expectPage
      .poll(() => main.evaluate((element) => getComputedStyle(element).contentVisibility))
      .toBe('hidden');
    await expectPage(page.getByRole('heading')).toHaveText(['links']);
    await expectPage(page.getByText('station 1 of a')).toBeHidden();
    await expectPage.poll(() => page.evaluate(`find('station 1 of a')`)).toBe(false);
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      await expectPage.poll(() => page.evaluate(isFocusSeen)).toBe(true);
    }
  });

  it('is laid out at its final width, whatever the width of the shown page', async () => {
    const { tour, link } = await prepare('h', async (page) => {
      await page.locator('h1').evaluate(({ style }) => {
        style.margin = '0 40px';
      });
      await page.evaluate(watchWidths);
    });
    await link.click();
    await tour.shows('station 1 of h');
    const main = tour.page.locator('main').filter({ has: tour.page.getByTestId('first') });
    const width = await main.evaluate((element) => element.getBoundingClientRect().width);
    await expectPage
      .poll(() => tour.page.evaluate(() => (window as Watched).widths))
      .toContain(width);
  });

  it('is shown at once by a click: before any frame', async () => {
    const { tour, link } = await prepare('c');
    const headings = await link.evaluate(async (element) => {
      (element as HTMLElement).click();
      // Only microtasks run here, so no task and no frame comes between.
      for (let count = 0; count < 100; count += 1) await Promise.resolve();
      const all = [...document.querySelectorAll('h1')];
      const seen = all.filter((each) => each.getBoundingClientRect().top >= 0);
      return seen.map(({ textContent }) => textContent);
    });
    expect(headings).toEqual(['station 1 of c']);
    await expectPage
      .poll(() => tour.page.evaluate(() => document.activeElement?.textContent))
      .toBe('station 1 of c');
  });

  it('loses its hiding styles when shown, and precedes the left page in the document', async () => {
    const { tour, link } = await prepare('d');
    await link.click();
    await tour.shows('station 1 of d');
    await eventually('the page that was left is behind', async () => {
      const headings = await tour.page.locator('h1').allTextContents();
      return headings.join() === 'station 1 of d,links';
    });
    const styles = await tour.page.evaluate(() =>
      [...document.querySelectorAll('#root [style]')].map((each) => each.getAttribute('style')),
    );
    expect(new Set(styles)).toEqual(new Set(['display: none !important;', '']));
    await expectPage(tour.page.locator('[aria-hidden]')).toHaveCount(0);
  });

  it('can be left and shown again before the browser was idle', async () => {
    const { tour, link } = await prepare('e');
    await link.evaluate(async (element) => {
      window.requestIdleCallback = () => 1;
      (element as HTMLElement).click();
      await new Promise(requestAnimationFrame);
      history.back();
    });
    await tour.shows('links');
    await tour.page.goForward();
    await tour.shows('station 1 of e');
    await tour.says('first', 'first load 1');
    await tour.page.waitForFunction(() => !document.querySelector('[aria-hidden]'));
  });

  it('does not hide another page of the same layout to which the visitor goes', async () => {
    const { tour, otherLink } = await prepare('f');
    await otherLink.evaluate((element) => (element as HTMLElement).click());
    await tour.shows('station 2 of f');
    const box = await tour.seen(tour.page.locator('h1')).boundingBox();
    expect(box?.height).toBeGreaterThan(10);
    await tour.seen(tour.page.locator('h1')).click();
  });
});

type Watched = Window & typeof globalThis & { widths?: number[] };

function watchWidths(): void {
  const widths: number[] = ((window as Watched).widths = []);
  new MutationObserver((records) => {
    for (const { oldValue } of records) {
      const [, width] = /[^-]width: ?([\d.]+)px/.exec(oldValue ?? '') ?? [];
      if (width) widths.push(Number(width));
    }
  }).observe(document, { subtree: true, attributeFilter: ['style'], attributeOldValue: true });
}

function isFocusSeen(): boolean {
  return !document.activeElement?.closest('[style*="none !important"]');
}

function measure(): readonly number[] {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth, scrollHeight];
}
