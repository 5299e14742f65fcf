import { describe, expect, it } from '@jest/globals';
import { add, showsNotes } from './support/board.ts';
import { holdScript, LATE_PART } from './support/held-script.ts';
import { holdTours } from './support/tour.ts';

const STOP = '/tours/a/stops/2';

describe('the code that loads when the browser is idle', () => {
  const tours = holdTours();

  it('is named in no document', async () => {
    const html = await (await fetch(tours.origin + STOP)).text();
    expect(html).toMatch(/modulepreload/);
    expect(html).not.toMatch(/late-part/);
  });

  it('is awaited by a click that comes before the code', async () => {
    const tour = await tours.enter();
    const held = await holdScript(tour.page, LATE_PART);
    await tour.visit(`${tours.origin}/tours/a/stops/1`);
    await held.isAsked;
    tour.forget();
    await tour.go(STOP);
    await tour.shows('stop 1');
    held.release();
    await tour.shows('stop 2');
    expect(tour.data).toMatchObject([{ url: STOP }]);
    expect([tour.documents, tour.errors]).toEqual([[], []]);
  });

  it('leaves a form to the browser when it fails to load', async () => {
    const tour = await tours.open('/boards/native', {
      prepare: (page) => page.route(LATE_PART, (route) => route.abort()),
    });
    await add(tour, 'by itself');
    await showsNotes(tour, 'by itself');
    expect(tour.documents).toEqual(['/boards/native?_action=add']);
    expect(tour.address).toBe('/boards/native');
  });
});
