import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { add, findNote } from './support/board.ts';
import { navigateByScript } from './support/lead.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const GONE = ['guard.method=404, guard.action=404', 'Not found'] as const;

describe('the input of a refused form', () => {
  const tours = holdTours();

  const script = ({ page }: Tour, text: string): Promise<void> =>
    page.setExtraHTTPHeaders({ 'x-script': text });

  const typedElsewhere = (tour: Tour) => tour.byLabel('text');

  async function refuse(tour: Tour, ending: string, heading: string): Promise<void> {
    await typedElsewhere(tour).fill('typed elsewhere');
    await script(tour, ending);
    await add(tour, 'typed');
    await tour.shows(heading);
  }

  const isTyped = (tour: Tour): Promise<boolean> =>
    eventually(
      'both are typed again',
      async () =>
        (await findNote(tour).inputValue()) === 'typed' &&
        (await typedElsewhere(tour).inputValue()) === 'typed elsewhere',
    );

  it.each([
    ['by the guard of the action', 'guard.action=403', 'Not allowed'],
    ['because its page is gone', ...GONE],
  ])('comes back with a reload when it was refused %s', async (_, ending, heading) => {
    const tour = await tours.open('/boards/kept');
    await refuse(tour, ending, heading);
    await script(tour, '');
    await tour.page.reload();
    await tour.live();
    await isTyped(tour);
  });

  it('comes back by the back button after the visitor went on to another page', async () => {
    const tour = await tours.open('/boards/kept');
    await refuse(tour, ...GONE);
    await script(tour, '');
    await navigateByScript(tour, '/boards/elsewhere');
    await tour.shows('board elsewhere');
    await tour.back('board kept');
    await isTyped(tour);
    expect(tour.documents).toEqual([]);
  });

  it('comes back by the forward button, and by the back button from another document', async () => {
    const tour = await tours.open('/boards/before');
    await navigateByScript(tour, '/boards/kept');
    await tour.shows('board kept');
    await refuse(tour, ...GONE);
    await script(tour, '');
    await tour.back('board before');
    await tour.forward('board kept');
    await isTyped(tour);
    await tour.visit(`${tours.origin}/boards/after`);
    await tour.back('board kept');
    await tour.live();
    await isTyped(tour);
  });

  it('comes back when the page is opened again, and is forgotten once it is sent', async () => {
    const tour = await tours.open('/boards/kept');
    await refuse(tour, ...GONE);
    await script(tour, '');
    await tour.page.evaluate(() => window.lentRouter.replace('/boards/kept', {}));
    await tour.shows('board kept');
    await isTyped(tour);
    const note = 'sent at last';
    await add(tour, note);
    await eventually('it is there', async () =>
      (await tour.page.locator('li').allTextContents()).join().includes(note),
    );
    await tour.page.reload();
    await tour.live();
    await eventually(
      'the other is typed again',
      async () => (await typedElsewhere(tour).inputValue()) === 'typed elsewhere',
    );
    expect(await findNote(tour).inputValue()).toBe('');
  });

  it('comes back although the page was refused again by the back button and a reload', async () => {
    const tour = await tours.open('/boards/kept');
    const refused = 'guard.method=403, guard.action=403';
    await refuse(tour, refused, 'Not allowed');
    await script(tour, '');
    await navigateByScript(tour, '/boards/elsewhere');
    await tour.shows('board elsewhere');
    await script(tour, refused);
    await tour.back('Not allowed');
    await tour.page.reload();
    await tour.shows('Not allowed');
    await script(tour, '');
    await tour.page.reload();
    await tour.live();
    await isTyped(tour);
  });
});
