import { describe, expect, it } from '@jest/globals';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { add, findNote, showsNotes } from './support/board.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

describe('a flash message', () => {
  const tours = holdTours(undefined, { keepsPages: true });

  const told = ({ page }: Tour) => page.getByTestId('told');
  const press = ({ page }: Tour, name: string) =>
    page.getByRole('button', { name, exact: true }).click();

  async function say(tour: Tour, text: string, to: string): Promise<void> {
    await tour.page.getByLabel('text').fill(text);
    await tour.page.getByLabel('to').fill(to);
    await press(tour, 'Say');
    await told(tour).getByText(text, { exact: true }).waitFor();
  }

  it('is not shown again after a reload or after going back', async () => {
    const tour = await tours.open('/boards/a', { alone: true });
    await say(tour, 'Done.', '/boards/b');
    await tour.page.goto(`${tours.origin}/boards/c`);
    await tour.shows('board c');
    // A kept document fires no load event, so only the commit can be waited for.
    await tour.page.goBack({ waitUntil: 'commit' });
    await tour.shows('board b');
    // The runtime removes the message from a document that was kept whole.
    await told(tour).waitFor({ state: 'detached' });
    await say(tour, 'Again.', '/boards/d');
    await tour.page.reload();
    await tour.shows('board d');
    await expectPage(told(tour)).toHaveCount(0);
  });

  it('disappears when its change is undone', async () => {
    const tour = await tours.open('/boards/f');
    await add(tour, 'one');
    await showsNotes(tour, 'one');
    await press(tour, 'Remove one');
    await tour.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await told(tour).getByText('one is removed.', { exact: true }).waitFor();
    await showsNotes(tour);
    await press(tour, 'Undo');
    await showsNotes(tour, 'one');
    expect([await told(tour).count(), tour.errors]).toEqual([0, []]);
  });

  it('is announced, shown with the page that a visit leads to, and can be dismissed', async () => {
    const tour = await tours.open('/boards/a');
    // Stores a flash message as an action with a redirect does, without requesting the page of the
    // redirect.
    await tour.page.evaluate(async () => {
      const body = new URLSearchParams({ text: 'Done.' });
      await fetch('/boards/a?_action=say', { method: 'POST', body, redirect: 'manual' });
    });
    await tour.page.getByRole('link', { name: 'next' }).click();
    await told(tour).getByText('Done.').waitFor();
    const announced = tour.page.getByRole('status').getByText('Done. board a', { exact: true });
    await announced.waitFor({ state: 'attached' });
    expect(tour.address).toBe('/boards/a?next');
    expect(await tour.page.context().cookies()).toEqual([]);
    await press(tour, 'Dismiss');
    await told(tour).waitFor({ state: 'detached' });
  });

  it.each([
    ['without scripts', false],
    ['with scripts', true],
  ])('the question before an action is answered by keyboard, %s', async (_how, hasScripts) => {
    const tour = await tours.enter({ javaScriptEnabled: hasScripts });
    const { page } = tour;
    const focused = () => page.locator(':focus').textContent();
    await page.goto(`${tours.origin}/boards/${hasScripts ? 'g' : 'h'}`);
    if (hasScripts) await tour.live();
    await findNote(tour).waitFor();
    await add(tour, 'one');
    await page.getByRole('button', { name: 'Remove one', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove one for good?', exact: true });
    await dialog.waitFor();
    expect(await focused()).toBe('Cancel');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Remove one');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Remove one');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('li').waitFor({ state: 'detached' });
  });
});
