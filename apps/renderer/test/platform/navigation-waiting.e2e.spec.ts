import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('a navigation that takes time', () => {
  const tours = holdTours();

  it('is shown at its link and for the page, then said to be slow, and loads its document when asked to', async () => {
    const tour = await tours.open('/tours/a/stops/1', {
      prepare: async ({ clock }) => {
        await clock.install({ time: 0 });
        await clock.pauseAt(1000);
      },
    });
    const { script } = tours.platform;
    const stops = (): number => script.calls.filter((place) => place === 'stop').length;
    script.take();
    await tour.go('/tours/a/stops/2?hold=slow');
    await eventually('the page is waited for', () => script.isWaiting('slow'));
    expect(await tour.text('progress')).toBe('idle');
    await tour.page.clock.runFor(100);
    await tour.says('progress', 'loading');
    await tour.byTestId('pending').waitFor();
    await tour.page.clock.runFor(3700);
    await tour.byTestId('notice').getByText('The page is slow to answer.').waitFor();
    expect(await announced(tour)).toBe('The page is slow to answer.');
    tour.forget();
    await tour.page.getByRole('button', { name: 'Reload' }).click({ noWaitAfter: true });
    await eventually('both are at the gate', () => stops() === 2);
    script.open('slow');
    await tour.shows('stop 2');
    expect(tour.documents).toEqual(['/tours/a/stops/2?hold=slow']);
    expect(tour.data).toEqual([]);
  });

  it('is held offline, announced, shown at no link, and made when the connection is back', async () => {
    const text = 'Waiting for the connection. The page opens once it is back.';
    const tour = await tours.open('/tours/a/stops/1', { alone: true });
    const entries = await tour.entries();
    await tour.page.context().setOffline(true);
    await tour.go('/tours/a/stops/2', 'Push');
    await tour.byTestId('notice').getByText(text).waitFor();
    expect(await announced(tour)).toBe(text);
    // No link was clicked.
    await expectPage(tour.byTestId('pending')).toHaveCount(0);
    expect(tour.data).toEqual([]);
    expect(tour.address).toBe('/tours/a/stops/1');
    await tour.page.context().setOffline(false);
    await tour.shows('stop 2');
    await expectPage(tour.byTestId('notice')).toHaveCount(0);
    expect(tour.data).toMatchObject([{ url: '/tours/a/stops/2' }]);
    expect(tour.documents).toEqual([]);
    expect(await tour.entries()).toBe(entries + 1);
  });
});

function announced({ page }: Tour): Promise<string | null> {
  return page.locator('body > [role=status]').textContent();
}
