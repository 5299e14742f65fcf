import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { interceptAction } from './support/answers.ts';
import { add, findForm, findNote, hasActions, showsNotes, watchActions } from './support/board.ts';
import { navigateByScript } from './support/lead.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('forms that are being sent', () => {
  const tours = holdTours();

  const remove = async ({ page }: Tour, note: string): Promise<void> => {
    await page.getByRole('button', { name: `Remove ${note}` }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
  };

  it('are sent one after the other when one form is sent twice with different values', async () => {
    const tour = await tours.open('/boards/queued');
    const actions = watchActions(tour);
    await add(tour, 'held first');
    await add(tour, 'second');
    await showsNotes(tour, 'held first …', 'second …');
    await eventually('the first waits', () => tours.platform.script.isWaiting('held first'));
    expect(actions).toHaveLength(1);
    await tours.openGate('held first');
    await showsNotes(tour, 'held first', 'second');
    await tour.says('adding', 'done {"count":2,"board":"queued"}');
    expect(await findNote(tour).inputValue()).toBe('');
  });

  it('keep text that is typed meanwhile', async () => {
    const tour = await tours.open('/boards/meanwhile');
    await add(tour, 'held');
    await findNote(tour).fill('the next');
    await tours.openGate('held');
    await showsNotes(tour, 'held');
    await tour.says('adding', 'done {"count":1,"board":"meanwhile"}');
    expect(await findNote(tour).inputValue()).toBe('the next');
  });

  it('do not replace newer data by the older data of a late answer', async () => {
    const tour = await tours.open('/boards/late');
    await add(tour, 'one');
    await showsNotes(tour, 'one');
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await interceptAction(tour.page, 'add', async (route, answer) => {
      const response = await answer();
      await isReleased;
      await route.fulfill({ response });
    });
    // The server finishes this action before the next action, but this answer arrives later.
    await add(tour, 'two');
    await eventually('it is done', async () => {
      const page = await fetch(`${tours.origin}/boards/late`);
      return (await page.text()).includes('two');
    });
    await remove(tour, 'one');
    await showsNotes(tour, 'two', 'two …');
    release();
    await showsNotes(tour, 'two');
    await tour.says('adding', 'done {"count":2,"board":"late"}');
    expect(tour.data.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET']);
  });

  it('are shown to a visitor who left their page and came back meanwhile', async () => {
    const tour = await tours.open('/boards/returned');
    await hasActions(tour);
    await add(tour, 'held returned');
    await tour.page.getByRole('link', { name: 'Elsewhere' }).click();
    await tour.shows('board elsewhere');
    await tour.back('board returned');
    await showsNotes(tour, 'held returned …');
    await tours.openGate('held returned');
    await showsNotes(tour, 'held returned');
    expect(tour.documents).toEqual([]);
  });

  it('do not redirect a visitor who has gone to another page meanwhile', async () => {
    const tour = await tours.open('/boards/led-late');
    await findForm(tour, 'lead').getByLabel('place').fill('/boards/held');
    await findForm(tour, 'lead').getByRole('button').click();
    await tour.page.getByRole('link', { name: 'Elsewhere' }).click();
    await tour.shows('board elsewhere');
    await tours.openGate('lead');
    await eventually(
      'what is shown is asked for again',
      () => tour.data.filter(({ url }) => url === '/boards/elsewhere').length === 2,
    );
    expect(tour.address).toBe('/boards/elsewhere');
  });

  it.each(['before', 'after'])(
    'redirect a visitor who awaits another page, %s that page has come',
    async (when) => {
      const tour = await tours.open('/boards/awaited');
      const { script } = tours.platform;
      await hasActions(tour);
      await navigateByScript(tour, '/lines/a/stations/1?hold=awaited');
      await findForm(tour, 'lead').getByLabel('place').fill('/boards/held');
      await findForm(tour, 'lead').getByRole('button').click();
      await eventually('the action waits', () => script.isWaiting('lead'));
      if (when === 'after') {
        await tours.openGate('awaited');
        await tour.shows('station 1 of a');
      }
      await tours.openGate('lead');
      await tour.shows('board held');
      script.open('awaited');
      expect([tour.address, tour.documents]).toEqual(['/boards/held', []]);
    },
  );

  it('have the next page of the visitor loaded again, when they changed its data', async () => {
    const tour = await tours.open('/boards/changed');
    await add(tour, 'held c');
    await tours.openGate('held c');
    await remove(tour, 'held c');
    await tour.page.keyboard.press('Escape');
    await tour.page.getByRole('link', { name: 'Elsewhere' }).click();
    await tour.shows('board elsewhere');
    const before = await tour.text('loads');
    tour.forget();
    await tours.openGate('remove held c');
    await eventually('it is loaded again', async () => (await tour.text('loads')) !== before);
    expect(tour.data.map(({ url }) => url)).toEqual(['/boards/elsewhere']);
  });

  it('are shown at once, two at a time, and taken back when they are refused', async () => {
    const tour = await tours.open('/boards/optimistic');
    await add(tour, 'held x');
    await showsNotes(tour, 'held x …');
    await add(tour, 'much too long a note for a board');
    await showsNotes(tour, 'held x …', 'much too long a note for a board …');
    await tours.openGate('held x');
    await showsNotes(tour, 'held x');
    await tour.page.getByRole('alert').getByText('A note has 1 to 20').waitFor();
    expect(await findNote(tour).inputValue()).toBe('much too long a note for a board');
  });

  it('never show a note twice, as sent and as stored', async () => {
    const tour = await tours.open('/boards/once');
    await tour.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const note = (): void => {
        const all = [...document.querySelectorAll('li > :first-child')];
        seen.push(all.map((each) => each.textContent).join());
        requestAnimationFrame(note);
      };
      note();
    });
    await add(tour, 'held once');
    await showsNotes(tour, 'held once …');
    await tours.openGate('held once');
    await showsNotes(tour, 'held once');
    // Two frames must pass, because the callback of a frame notes the content of the previous
    // frame.
    await tour.page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    const seen = await tour.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect([...new Set(seen)]).toEqual(['', 'held once …', 'held once']);
  });

  it('are sent by a button without fields, to the page that has the action', async () => {
    const tour = await tours.open('/boards/counting');
    await tour.page.getByRole('button', { name: 'Count' }).click();
    await tour.says('counting', 'done 3');
    expect(tour.data[0]).toMatchObject({ method: 'POST', url: '/boards/counted?count=3' });
    expect(tour.address).toBe('/boards/counting');
  });
});
