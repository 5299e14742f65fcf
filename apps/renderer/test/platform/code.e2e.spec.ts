import { describe, expect, it } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const SCRIPT = /\/sight\.page-[^/]+\.js$/;
const STYLES = /\/sight[^/]*\.css$/;
const SIGHT = '/tours/a/sights/1';

const NOTICE =
  'Application error: a client-side exception has occurred (see the browser console for more information).';

describe("a page's code", () => {
  // Without prefetching, code is loaded only with a navigation.
  const tours = holdTours({ options: { mayPrefetch: () => false } });

  it("is loaded at the same time as the page's data: scripts and styles", async () => {
    const awaited: Promise<Response>[] = [];
    const prepare = async (page: Page): Promise<void> => {
      for (const pattern of [/\/_routes\/[^/]+\.json$/, /\/late-part-[^/]+\.js$/]) {
        awaited.push(page.waitForResponse(pattern));
      }
    };
    const tour = await tours.open('/tours/a/stops/1', { prepare });
    const [table, reader] = await Promise.all(awaited);
    await Promise.all([table?.finished(), reader?.finished()]);
    // Reads the route table again, which ends after the runtime's own read.
    await tour.page.evaluate(async (url) => (await fetch(url)).json(), table?.url() ?? '');
    const wanted: string[] = [];
    tour.page.on('request', (request) => wanted.push(new URL(request.url()).pathname));
    await tour.go(`${SIGHT}?hold=data`);
    await eventually('the data waits', () => tours.platform.script.isWaiting('data'));
    await eventually('the script is asked for', () => wanted.some((url) => SCRIPT.test(url)));
    await eventually('the styles are asked for', () => wanted.some((url) => STYLES.test(url)));
    await tour.shows('stop 1');
    await tours.openGate('data');
    await tour.shows('sight 1');
    expect(wanted.filter((url) => SCRIPT.test(url))).toHaveLength(1);
    expect(tour.data).toHaveLength(1);
    expect(tour.documents).toEqual([]);
    expect(tour.errors).toEqual([]);
  });

  it('is loaded with its styles before the page is shown', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const held: (() => Promise<void>)[] = [];
    await tour.page.route(STYLES, (route) => void held.push(() => route.continue()));
    await tour.go(SIGHT);
    const release = await eventually('the styles are asked for', () => held[0]);
    await tour.data[0]?.request.response();
    await tour.shows('stop 1');
    await release();
    await tour.shows('sight 1');
    const spacing = await tour
      .seen(tour.page.locator('h1'))
      .evaluate((heading) => getComputedStyle(heading).letterSpacing);
    expect(spacing).toBe('7px');
  });

  describe('missing code of a page', () => {
    it.each([
      ['script', SCRIPT],
      ['styles', STYLES],
    ])('causes one full navigation to a page that works: %s', async (_what, code) => {
      const tour = await tours.open('/tours/a/stops/1');
      const entries = await tour.entries();
      await tour.page.route(code, (route) =>
        tour.documents.length > 0 ? route.continue() : route.fulfill({ status: 404 }),
      );
      await tour.go(SIGHT);
      await tour.shows('sight 1');
      await tour.live();
      expect(tour.documents).toEqual([SIGHT]);
      expect(await tour.entries()).toBe(entries + 1);
      expect(failuresOf(tour)).toHaveLength(1);
      tour.forget();
      await tour.page.getByRole('link', { name: 'Back to the first' }).click();
      await tour.shows('stop 1');
      expect(tour.documents).toEqual([]);
    });

    it('causes one more document when it stays missing, and then an error text', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
      await tour.go(SIGHT);
      await tour.page.getByRole('alert').getByText(NOTICE, { exact: true }).waitFor();
      await expectPage(tour.page.locator('[role=alert] + #root h1')).toHaveCount(1);
      expect(tour.documents).toEqual([SIGHT, SIGHT]);
      await tour.shows('sight 1');
      // The runtime reports three failures to load code: for the page, for its document, and for
      // the document that was loaded again.
      expect(failuresOf(tour)).toHaveLength(3);
    });
  });
});

function failuresOf({ errors }: Tour): string[] {
  return errors.filter((error) => /dynamically imported module|Unable to preload CSS/.test(error));
}
