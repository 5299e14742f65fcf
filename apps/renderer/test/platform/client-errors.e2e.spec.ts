import { describe, expect, it } from '@jest/globals';
import { documentPayloadId } from '#shared';
import type { Page } from 'playwright-core';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const TEXT =
  'Application error: a client-side exception has occurred (see the browser console for more information).';

describe('a failure in the browser', () => {
  const tours = holdTours();

  describe('an error that a view throws', () => {
    async function openThrown(): Promise<Tour> {
      const tour = await tours.open('/tours/a/stops/1');
      await throwIn(tour);
      return tour;
    }

    it('shows a fixed text inside the layout, which still works', async () => {
      const tour = await openThrown();
      expect(await tour.page.locator('main').getByRole('alert').innerText()).toBe(TEXT);
      await tour.byText('layout clicked 0').click();
      await tour.byText('layout clicked 1').waitFor();
      expect(tour.documents).toEqual([]);
    });

    it('is written to the console once', async () => {
      const { errors } = await openThrown();
      expect(errors).toEqual([expect.stringContaining('a view threw in the browser')]);
    });

    it('disappears after "Try again", which loads the page anew', async () => {
      const tour = await openThrown();
      await tour.byText('layout clicked 0').click();
      await tour.page.getByRole('link', { name: 'Try again' }).click();
      await tour.shows('stop 1');
      await tour.byText('page clicked 0').waitFor();
      await tour.byText('layout clicked 1').waitFor();
      expect(await tour.page.getByRole('alert').count()).toBe(0);
      expect(tour.data).toMatchObject([{ url: '/tours/a/stops/1', held: [] }]);
      expect(tour.documents).toEqual([]);
    });

    it('is cleared by the next page, and stays cleared on the way back', async () => {
      const tour = await openThrown();
      await tour.page.getByRole('link', { name: 'Home' }).click();
      await tour.shows('stop home');
      expect(await tour.page.getByRole('alert').count()).toBe(0);
      await tour.page.goBack();
      await tour.shows('stop 1');
      expect(await tour.page.getByRole('alert').count()).toBe(0);
    });

    it('is shown and written to the console each time that the view throws', async () => {
      const tour = await openThrown();
      await tour.page.getByRole('link', { name: 'Try again' }).click();
      await throwIn(tour);
      expect(tour.errors).toHaveLength(2);
    });
  });

  describe('deferred data', () => {
    const region = ({ page }: Tour) => page.getByRole('region', { name: 'late' });

    it.each([
      [404, 'It may have been deleted.'],
      [500, 'Digest: '],
    ])(
      'show the outcome %i in their place, without an error in the browser',
      async (ending, text) => {
        const tour = await tours.open('/tours/a/stops/1');
        await answerWith(tour, `later=${ending}`);
        await tour.go(`/tours/a/late/2?hold=ends-${ending}`);
        await region(tour).getByText('late waits').waitFor();
        await tours.openGate(`ends-${ending}`);
        await region(tour).getByText(text).waitFor();
        await tour.shows('late stop 2');
        expect(tour.errors).toEqual([]);
      },
    );

    it('are replaced by a fixed text when the connection breaks', async () => {
      const tour = await openCutOff('cut');
      expect(await region(tour).getByRole('alert').innerText()).toBe(TEXT);
      await tour.shows('late stop 2');
      const told = tour.errors.filter((error) => !error.startsWith('Failed to load resource'));
      expect(told).toHaveLength(1);
    });

    it('are loaded by "Try again" after the connection broke', async () => {
      const tour = await openCutOff('cut-and-tried');
      tour.forget();
      await region(tour).getByRole('link', { name: 'Try again' }).click();
      await tours.openGate('cut-and-tried');
      await region(tour).getByText('late words of 2, load 2').waitFor();
      expect(await tour.page.getByRole('alert').count()).toBe(0);
      expect(tour.data).toHaveLength(1);
      expect(tour.documents).toEqual([]);
    });

    async function openCutOff(gate: string): Promise<Tour> {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go(`/tours/a/late/2?hold=${gate}`);
      await region(tour).getByText('late waits').waitFor();
      tours.platform.app.getHttpServer().closeAllConnections();
      await region(tour).getByRole('alert').waitFor();
      await tours.openGate(gate);
      return tour;
    }
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

  describe('a page that is not alive yet', () => {
    it.each<[string, (page: Page) => Promise<unknown>]>([
      ['the entry script throws at once', breakEntry],
      ['the payload is damaged', damagePayload],
      ['the browser lacks what the runtime needs', (page) => page.addInitScript(breakSets)],
    ])('shows a fixed text above its content when %s', async (_what, prepare) => {
      const tour = await tours.enter({ prepare });
      await tour.page.goto(`${tours.origin}/tours/a/stops/1`);
      await tour.page.getByRole('alert').waitFor();
      expect(await tour.page.getByRole('alert').innerText()).toBe(TEXT);
      expect(await tour.page.locator('[role=alert] + #root h1').innerText()).toBe('stop 1');
      expect(tour.errors).toHaveLength(1);
      expect(tour.documents).toHaveLength(1);
    });

    it('works in a browser without BroadcastChannel', async () => {
      const tour = await tours.open('/tours/a/stops/1', {
        prepare: (page) =>
          page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel')),
      });
      await tour.go('/tours/a/stops/2');
      await tour.shows('stop 2');
      await tour.press('Drop all');
      await eventually('it is loaded again', () => tour.data.length === 2);
      expect(tour.errors).toEqual([]);
    });

    it('leaves its links to the browser', async () => {
      const tour = await tours.enter({ prepare: damagePayload });
      await tour.page.goto(`${tours.origin}/tours/a/stops/1`);
      await tour.page.getByRole('alert').waitFor();
      await tour.page.getByRole('link', { name: 'Home' }).click();
      await tour.shows('stop home');
      await tour.live();
      expect(tour.documents).toEqual(['/tours/a/stops/1', '/tours/a/stops/home']);
    });
  });
});

async function throwIn({ page }: Tour): Promise<void> {
  await page.getByRole('button', { name: 'Throw' }).click();
  await page.getByRole('alert').waitFor();
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
  await page.route(
    '**/tours/a/stops/1',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: damage(await response.text()) });
    },
    { times: 1 },
  );
}

function breakSets(): void {
  Reflect.deleteProperty(window, 'Set');
}
