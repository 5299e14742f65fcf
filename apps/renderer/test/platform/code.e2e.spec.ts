import { describe, expect, it } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { stopTime } from './support/still-time.ts';
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

  async function openKnowing(): Promise<Tour> {
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
    return tour;
  }

  it("is loaded at the same time as the page's data: scripts and styles", async () => {
    const tour = await openKnowing();
    const wanted = watchRequests(tour);
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

  it("is loaded after the page's data when the document does not know the path", async () => {
    const tour = await tours.open('/tours/a/stops/1', {
      prepare: (page) => page.route('**/_routes/*.json', (route) => route.abort()),
    });
    await tour.go(SIGHT);
    await tour.shows('sight 1');
    expect(tour.documents).toEqual([]);
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

  it('causes one full navigation when it has not arrived after 3800 ms', async () => {
    const tour = await tours.open('/tours/a/stops/1', { prepare: stopTime });
    const wanted = watchRequests(tour);
    await replaceHere(tour, (route) => void route);
    await tour.go(SIGHT);
    // Without the route table, data comes first and names the code.
    await eventually('the script is asked for', () => wanted.some((url) => SCRIPT.test(url)));
    await tour.page.clock.runFor(3799);
    await tour.shows('stop 1');
    expect(tour.documents).toEqual([]);
    await tour.page.clock.runFor(1);
    await tour.shows('sight 1');
    await tour.live();
    expect(tour.documents).toEqual([SIGHT]);
    expect(tour.address).toBe(SIGHT);
    expect(tour.data).toHaveLength(1);
  });

  describe('missing code of a page', () => {
    it.each([
      ['script', SCRIPT],
      ['styles', STYLES],
    ])('causes one full navigation to a page that works: %s', async (_what, code) => {
      const tour = await tours.open('/tours/a/stops/1');
      const entries = await tour.entries();
      await replaceHere(tour, (route) => route.fulfill({ status: 404 }), code);
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
      await showsNotice(tour);
      expect(tour.documents).toEqual([SIGHT, SIGHT]);
      await tour.shows('sight 1');
      // The runtime reports three failures to load code: for the page, for its document, and for
      // the document that was loaded again.
      expect(failuresOf(tour)).toHaveLength(3);
    });

    it('causes one reload of a document, which works when the code is back', async () => {
      const tour = await tours.enter();
      let documents = 0;
      tour.page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
      await tour.page.route(SCRIPT, (route) =>
        documents > 1 ? route.continue() : route.fulfill({ status: 404 }),
      );
      await tour.visit(tours.origin + SIGHT);
      expect(tour.documents).toEqual([SIGHT, SIGHT]);
      expect(await tour.page.getByRole('alert').count()).toBe(0);
      expect(failuresOf(tour)).toHaveLength(1);
    });

    it("causes a load of the address bar's page when the visitor goes back", async () => {
      const tour = await tours.open(SIGHT);
      await tour.page.getByRole('link', { name: 'Back to the first' }).click();
      await tour.shows('stop 1');
      const entries = await tour.entries();
      // The reloaded document has not shown the page before.
      await tour.page.reload();
      await tour.live();
      tour.forget();
      await replaceHere(tour, (route) => route.fulfill({ status: 404 }));
      await tour.page.evaluate(() => history.back());
      await tour.shows('sight 1');
      await tour.live();
      expect(tour.address).toBe(SIGHT);
      expect(tour.documents).toEqual([SIGHT]);
      expect(await tour.entries()).toBe(entries);
      expect(failuresOf(tour)).toHaveLength(1);
    });
  });
});

type Handler = Parameters<Page['route']>[1];

async function replaceHere(tour: Tour, answer: Handler, code = SCRIPT): Promise<void> {
  const before = tour.documents.length;
  await tour.page.route(code, (route, request) =>
    tour.documents.length > before ? route.continue() : answer(route, request),
  );
}

function watchRequests({ page }: Tour): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

function failuresOf({ errors }: Tour): string[] {
  return errors.filter((error) => /dynamically imported module|Unable to preload CSS/.test(error));
}

async function showsNotice({ page }: Tour): Promise<void> {
  await page.getByRole('alert').getByText(NOTICE, { exact: true }).waitFor();
  expect(await page.locator('[role=alert] + #root h1').count()).toBe(1);
}
