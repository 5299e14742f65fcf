import { describe, expect, it } from '@jest/globals';
import { documentPayloadId } from '#shared';
import type { Page } from 'playwright-core';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const TEXT =
  'Application error: a client-side exception has occurred (see the browser console for more information).';

describe('a failure in the browser', () => {
  const tours = holdTours();

  it('an error that a view throws is shown inside the layout, logged, and gone after "Try again"', async () => {
    const tour = await openThrown();
    const alert = tour.page.locator('main').getByRole('alert');
    await expectPage(alert).toHaveText(TEXT, { useInnerText: true });
    await tour.byText('layout clicked 0').click();
    await tour.page.getByRole('link', { name: 'Try again' }).click();
    await tour.shows('stop 1');
    await tour.byText('page clicked 0').waitFor();
    await tour.byText('layout clicked 1').waitFor();
    await expectPage(alert).toHaveCount(0);
    expect(tour.data).toMatchObject([{ url: '/tours/a/stops/1', held: [] }]);
    expect(tour.documents).toEqual([]);
    const logged = expect.stringContaining('a view threw in the browser');
    expect(tour.errors).toEqual([logged]);
    await throwIn(tour);
    expect(tour.errors).toEqual([logged, logged]);
  });

  it('an error that a view throws is gone on the next page, and on the way back', async () => {
    const tour = await openThrown();
    await tour.page.getByRole('link', { name: 'Home' }).click();
    await tour.shows('stop home');
    await expectPage(tour.page.getByRole('alert')).toHaveCount(0);
    await tour.page.goBack();
    await tour.shows('stop 1');
    await expectPage(tour.page.getByRole('alert')).toHaveCount(0);
  });

  it('deferred data whose connection broke are replaced by a text, and loaded by "Try again"', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    const region = tour.page.getByRole('region', { name: 'late' });
    await tour.go('/tours/a/late/2?hold=cut');
    await region.getByText('late waits').waitFor();
    tours.platform.app.getHttpServer().closeAllConnections();
    await expectPage(region.getByRole('alert')).toHaveText(TEXT, { useInnerText: true });
    await tour.shows('late stop 2');
    const told = tour.errors.filter((error) => !error.startsWith('Failed to load resource'));
    expect(told).toHaveLength(1);
    await tours.openGate('cut');
    tour.forget();
    await region.getByRole('link', { name: 'Try again' }).click();
    await tours.openGate('cut');
    await region.getByText('late words of 2, load 2').waitFor();
    await expectPage(tour.page.getByRole('alert')).toHaveCount(0);
    expect([tour.data.length, tour.documents]).toEqual([1, []]);
  });

  it('a page that failed on the server shows its digest, and can be tried again', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await answerWith(tour, 'stop=500');
    await tour.go('/tours/a/stops/2');
    await tour.shows('This page failed');
    const [, digest = 'none'] = (await tour.byText(/^Digest: \d+$/).innerText()).split(' ');
    expect(tours.platform.log.join('\n')).toContain(digest);
    await answerWith(tour, '');
    tour.forget();
    await tour.page.getByRole('link', { name: 'Try again' }).click();
    await tour.shows('stop 2');
    expect(tour.address).toBe('/tours/a/stops/2');
    expect(tour.data).toMatchObject([{ url: '/tours/a/stops/2', held: [] }]);
    expect(tour.documents).toEqual([]);
  });

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['the entry script throws at once', breakEntry],
    ['the payload is damaged', damagePayload],
    ['the browser lacks what the runtime needs', (page) => page.addInitScript(breakSets)],
  ])('a page shows a fixed text above its content when %s', async (_what, prepare) => {
    const tour = await tours.enter({ prepare });
    await tour.page.goto(`${tours.origin}/tours/a/stops/1`);
    await expectPage(tour.page.getByRole('alert')).toHaveText(TEXT, { useInnerText: true });
    await expectPage(tour.page.locator('[role=alert] + #root h1')).toHaveText('stop 1', {
      useInnerText: true,
    });
    expect([tour.errors.length, tour.documents.length]).toEqual([1, 1]);
  });

  it('a page whose nodes a translator moved is loaded as a document, but not twice in a minute', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await moveNodes(tour);
    await tour.go('/tours/a/stops/2');
    await tour.shows('stop 2');
    await tour.live();
    expect(tour.documents).toEqual(['/tours/a/stops/2']);
    await moveNodes(tour);
    await tour.go('/tours/a/stops/1');
    await expectPage(tour.page.getByRole('alert')).toHaveText(TEXT, { useInnerText: true });
  });

  async function openThrown(): Promise<Tour> {
    const tour = await tours.open('/tours/a/stops/1');
    await throwIn(tour);
    return tour;
  }
});

async function throwIn({ page }: Tour): Promise<void> {
  await page.getByRole('button', { name: 'Throw' }).click();
  await page.getByRole('alert').waitFor();
}

async function moveNodes({ page }: Tour): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('main > *')) {
      const other = document.createElement('font');
      element.replaceWith(other);
      other.append(element);
    }
  });
}

async function answerWith({ page }: Tour, script: string): Promise<void> {
  await page.setExtraHTTPHeaders({ [SCRIPT_HEADER]: script });
}

async function breakEntry(page: Page): Promise<void> {
  await page.route(/\/assets\/client-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "throw new Error('the entry threw')" }),
  );
}

async function damagePayload(page: Page): Promise<void> {
  const damage = (html: string): string => html.replace(`id="${documentPayloadId}">{`, '$&,');
  await page.route('**/tours/a/stops/1', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: damage(await response.text()) });
  });
}

function breakSets(): void {
  Reflect.deleteProperty(window, 'Set');
}
