import { describe, expect, it } from '@jest/globals';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('the arrival at a page', () => {
  const tours = holdTours();

  it('announces the title of the next page and focuses its heading, from which Tab goes on', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    expect([await announced(tour), await focused(tour)]).toEqual(['', 'BODY']);
    await tour.go('/tours/a/stops/2');
    await tour.shows('stop 2');
    expect([await announced(tour), await focused(tour)]).toEqual(['Stop 2 · Probe', 'H1 stop 2']);
    await tour.page.keyboard.press('Tab');
    expect(await focused(tour)).toBe('BUTTON page clicked 0');
  });

  it('announces a page once that waits again later', async () => {
    const tour = await tours.open('/tours/a/stops/1');
    await tour.go('/tours/a/patient/2');
    await tour.shows('alive 2');
    expect(await announced(tour)).toBe('alive 2');
    await tour.byText('Wait for a key').click();
    await tour.byText('the page waits').waitFor();
    await tour.page.keyboard.press('Shift');
    await tour.shows('alive 2');
    await tour.byText('the page waits').waitFor({ state: 'detached' });
    expect(await announced(tour)).toBe('alive 2');
  });
});

const announced = ({ page }: Tour): Promise<string | null> =>
  page.locator('body > [role=status]').textContent();

function focused({ page }: Tour): Promise<string> {
  return page.evaluate(() => {
    const { tagName, textContent } = document.activeElement ?? document.body;
    return tagName === 'BODY' ? tagName : `${tagName} ${textContent}`;
  });
}
