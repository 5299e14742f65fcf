import { describe, expect, it } from '@jest/globals';
import { holdOtherOrigin } from './support/other-origin.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('a page that the browser keeps while the visitor is away', () => {
  const tours = holdTours(undefined, { keepsPages: true });
  const elsewhere = holdOtherOrigin();

  it('keeps its state and shows new data when the visitor returns', async () => {
    const tour = await tours.open('/tours/kept/stops/1', { alone: true });
    await tour.byText('page clicked 0').click();
    await comeBack(tour);
    await tour.says('loads', 'load 2');
    await tour.byText('tour kept, load 2').waitFor();
    await tour.byText('page clicked 1').waitFor();
    expect(tour.data).toMatchObject([{ url: '/tours/kept/stops/1', held: [] }]);
    expect(tour.documents).toEqual([]);
  });

  async function comeBack(tour: Tour): Promise<void> {
    await tour.page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.body.dataset['kept'] = String(persisted);
      });
    });
    await tour.page.goto(elsewhere.origin);
    tour.forget();
    // A kept document is not loaded, so only the commit can be waited for.
    await tour.page.goBack({ waitUntil: 'commit' });
    await tour.page.locator('body[data-kept=true]').waitFor();
  }
});
