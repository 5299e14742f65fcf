import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('a navigation that takes time', () => {
  const tours = holdTours();

  describe('a slow navigation', () => {
    it('shows pending after 100 ms, at its link and for the page', async () => {
      const tour = await openPaused('/tours/a/stops/1');
      const pending = tour.byTestId('pending');
      await goAndWait(tour, 'pending');
      await tour.page.clock.runFor(99);
      expect(await tour.text('progress')).toBe('idle');
      expect(await pending.count()).toBe(0);
      await tour.page.clock.runFor(1);
      await tour.says('progress', 'loading');
      await pending.waitFor();
      await tour.page.clock.runFor(300);
      await tours.openGate('pending');
      await tour.shows('stop 2');
      await tour.says('progress', 'idle');
      expect(await pending.count()).toBe(0);
    });

    it('shows no link pending that was not clicked', async () => {
      const tour = await openPaused('/tours/a/stops/1');
      await goAndWait(tour, 'by-push', 'Push');
      await tour.page.clock.runFor(100);
      await tour.says('progress', 'loading');
      expect(await tour.byTestId('pending').count()).toBe(0);
      await tours.openGate('by-push');
      await tour.shows('stop 2');
    });

    it('says after 3800 ms that it is slow', async () => {
      const tour = await openPaused('/tours/a/stops/1');
      const notice = tour.byTestId('notice');
      await goAndWait(tour, 'slow');
      await tour.page.clock.runFor(3799);
      await tour.says('progress', 'loading');
      expect(await notice.count()).toBe(0);
      await tour.page.clock.runFor(1);
      await notice.getByText('The page is slow to answer.').waitFor();
      expect(await announced(tour)).toBe('The page is slow to answer.');
      await tours.openGate('slow');
      await tour.shows('stop 2');
      await tour.page.clock.runFor(299);
      expect(await notice.count()).toBe(1);
      await tour.page.clock.runFor(1);
      await notice.waitFor({ state: 'detached' });
      expect(await announced(tour)).toBe('Stop 2hold=slow · Probe');
    });

    it('leaves the visitor on the page when they stop it, and loads no document', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await goAndWait(tour, 'stopped');
      await tour.page.evaluate(() => window.stop());
      await eventually('the request is aborted', () => tour.data[0]?.request.failure() !== null);
      tours.platform.script.open('stopped');
      await tour.go('/tours/a/stops/3');
      await tour.shows('stop 3');
      expect(tour.documents).toEqual([]);
      expect(tour.errors).toEqual([]);
    });

    it('loads the document of a slow page when asked to', async () => {
      const tour = await openPaused('/tours/a/stops/1');
      const { script } = tours.platform;
      script.take();
      await goAndWait(tour, 'reloaded');
      await tour.page.clock.runFor(3800);
      tour.forget();
      await tour.page.getByRole('button', { name: 'Reload' }).click({ noWaitAfter: true });
      await eventually('both are at the gate', () => {
        return script.calls.filter((place) => place === 'stop').length === 2;
      });
      script.open('reloaded');
      await tour.shows('stop 2');
      expect(tour.documents).toEqual(['/tours/a/stops/2?hold=reloaded']);
      expect(tour.data).toEqual([]);
    });
  });

  describe('while the browser is offline', () => {
    const TEXT = 'You are offline. The page opens once the connection is back.';

    it('is held, announced, and made when the connection is back', async () => {
      const tour = await tours.open('/tours/a/stops/1', { alone: true });
      const entries = await tour.entries();
      await tour.page.context().setOffline(true);
      await tour.go('/tours/a/stops/2');
      await tour.byTestId('notice').getByText(TEXT).waitFor();
      expect(await announced(tour)).toBe(TEXT);
      expect(await tour.byTestId('pending').count()).toBe(1);
      expect(tour.data).toEqual([]);
      expect(tour.address).toBe('/tours/a/stops/1');
      await tour.page.context().setOffline(false);
      await tour.shows('stop 2');
      expect(await tour.byTestId('notice').count()).toBe(0);
      expect(tour.data).toMatchObject([{ url: '/tours/a/stops/2' }]);
      expect(tour.documents).toEqual([]);
      expect(await tour.entries()).toBe(entries + 1);
    });
  });

  describe('a navigation to a page with deferred data', () => {
    it('shows the page first, and each datum as it comes', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/late/1?hold=datum');
      await tour.shows('late stop 1');
      const region = tour.page.getByRole('region', { name: 'late' });
      await region.getByText('late waits').waitFor();
      await tours.openGate('datum');
      await region.getByText('late words of 1, load 1').waitFor();
      expect(tour.data).toHaveLength(1);
      expect(tour.errors).toEqual([]);
    });

    it('aborts the request for deferred data when the page is left', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await tour.go('/tours/a/late/3?hold=left');
      await tour.byText('late waits').waitFor();
      await tour.page.getByRole('link', { name: 'To the first' }).click();
      await tour.shows('stop 1');
      await eventually(
        'the request is aborted',
        () => tour.data[0]?.request.failure()?.errorText === 'net::ERR_ABORTED',
      );
      tours.platform.script.open('left');
      expect(tour.errors).toEqual([]);
    });
  });

  async function openPaused(path: string): Promise<Tour> {
    return tours.open(path, {
      prepare: async ({ clock }) => {
        await clock.install({ time: 0 });
        await clock.pauseAt(1000);
      },
    });
  }

  async function goAndWait(tour: Tour, gate: string, control?: string): Promise<void> {
    await tour.go(`/tours/a/stops/2?hold=${gate}`, control);
    await eventually(`${gate} is waited at`, () => tours.platform.script.isWaiting(gate));
  }
});

function announced({ page }: Tour): Promise<string | null> {
  return page.locator('body > [role=status]').textContent();
}
