import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { navigateByScript } from './support/lead.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const OFFICE = '/tours/a/offices/1';
const UNTOUCHED = {
  text: '',
  area: '',
  box: false,
  'checked box': true,
  'radio b': false,
  list: 'a',
  lists: ['a'],
  'c text': '',
  'c box': false,
  'c radio b': false,
  'c list': 'a',
  'c lists': [],
  closed: false,
  open: true,
};
const FILLED_IN = {
  text: 'typed',
  area: 'typed\ntoo',
  box: true,
  'checked box': false,
  'radio b': true,
  list: 'b',
  lists: ['b', 'c'],
  'c text': 'typed as well',
  'c box': true,
  'c radio b': true,
  'c list': 'c',
  'c lists': ['a', 'c'],
  closed: true,
  open: false,
};
const SAID = 'typed as well on b c a+c';

describe('a snapshot of the visitor’s input', () => {
  const tours = holdTours();

  it('comes back by back and forward, and after a reload', async () => {
    const tour = await openFilledIn();
    await leave(tour);
    expect(await read(tour)).toEqual(UNTOUCHED);
    await tour.byLabel('text').fill('of the second');
    await tour.back('office 1');
    await expectFilledIn(tour);
    await tour.forward('office 2');
    expect(await read(tour)).toEqual({ ...UNTOUCHED, text: 'of the second' });
    await tour.back('office 1');
    await expectFilledIn(tour);
    await tour.page.reload();
    await tour.live();
    await expectFilledIn(tour);
    // The values still belong to this entry, although the browser may have restored some itself.
    await leave(tour);
    await tour.back('office 1');
    await expectFilledIn(tour);
    expect(tour.errors).toEqual([]);
  });

  it('does not come back once everything was invalidated, as after a sign-out', async () => {
    const tour = await openFilledIn();
    await navigateByScript(tour, '/tours/a/offices/2');
    await tour.shows('office 2');
    await tour.byLabel('text').fill('of the second');
    const other = await tour.page.context().newPage();
    await other.goto(`${tours.origin}/tours/b/offices/9`);
    await other.waitForFunction(() => 'lentRouter' in window);
    const asked = tour.data.length;
    await other.evaluate(() => window.lentRouter.invalidate());
    await eventually('the first tab is told', () => tour.data.length > asked);
    const stored = await tour.page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    for (const typed of [FILLED_IN.text, 'of the second']) expect(stored).not.toContain(typed);
    await navigateByScript(tour, '/tours/a/offices/3');
    await tour.shows('office 3');
    await tour.back('office 2');
    await tour.back('office 1');
    await expectPage(tour.byLabel('text')).toHaveValue('');
    await tour.page.reload();
    await tour.live();
    await expectPage(tour.byLabel('text')).toHaveValue('');
  });

  it('has no passwords, codes, cards and fields without autocompletion', async () => {
    const tour = await tours.open(OFFICE);
    const labels = ['password', 'code', 'card', 'shown password', 'off', 'off form'];
    for (const label of labels) await tour.byLabel(label).fill('hidden');
    await tour.byLabel('text').fill('typed');
    await leave(tour);
    await tour.visit(`${tours.origin}/tours/b/stops/3`);
    const stored = await tour.page.evaluate(() => JSON.stringify(sessionStorage));
    expect(stored).toContain('typed');
    expect(stored).not.toContain('hidden');
    await tour.back('office 2');
    await tour.live();
    await tour.back('office 1');
    const isFilledIn = async () => (await tour.byLabel('text').inputValue()) === 'typed';
    await eventually('it is filled in', isFilledIn);
    for (const label of labels) {
      expect([label, await tour.byLabel(label).inputValue()]).toEqual([label, '']);
    }
  });

  it('a kept page loses its password, too', async () => {
    const tour = await tours.open(OFFICE);
    await tour.byLabel('password').fill('hidden');
    await tour.byLabel('text').fill('typed');
    await navigateByScript(tour, '/tours/a/offices/2');
    await tour.shows('office 2');
    await tour.back('office 1');
    await expectPage(tour.byLabel('text')).toHaveValue('typed');
    await expectPage(tour.byLabel('password')).toHaveValue('');
  });

  async function openFilledIn(): Promise<Tour> {
    const tour = await tours.open(OFFICE);
    expect(await read(tour)).toEqual(UNTOUCHED);
    for (const label of ['text', 'area', 'c text'] as const) {
      await tour.byLabel(label).fill(FILLED_IN[label]);
    }
    for (const label of ['box', 'radio a', 'radio b', 'c box', 'c radio b']) {
      await tour.byLabel(label).check();
    }
    await tour.byLabel('checked box').uncheck();
    for (const label of ['list', 'lists', 'c list', 'c lists'] as const) {
      await tour.byLabel(label).selectOption(FILLED_IN[label]);
    }
    await tour.byText('closed', { exact: true }).click();
    await tour.byText('open', { exact: true }).press('Enter');
    await expectFilledIn(tour);
    return tour;
  }
});

/** Goes to the second office and drops kept pages, so that going back restores a snapshot. */
async function leave(tour: Tour): Promise<void> {
  await navigateByScript(tour, '/tours/a/offices/2');
  await tour.shows('office 2');
  const asked = tour.data.length;
  // The browser sends this event when it brings back a kept document.
  await tour.page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await eventually('what is shown is loaded again', () => tour.data.length > asked);
}

async function expectFilledIn(tour: Tour): Promise<void> {
  await tour.says('controlled', SAID);
  expect(await read(tour)).toEqual(FILLED_IN);
}

function read({ page }: Tour): Promise<Record<string, unknown>> {
  return page.evaluate((labels) => {
    const readOne = (label: string): unknown => {
      const element = document.querySelector(`[aria-label="${label}"]`);
      if (element instanceof HTMLSelectElement) {
        const values = Array.from(element.selectedOptions, ({ value }) => value);
        return element.multiple ? values : values[0];
      }
      if (element instanceof HTMLTextAreaElement) return element.value;
      if (element instanceof HTMLInputElement) {
        return ['checkbox', 'radio'].includes(element.type) ? element.checked : element.value;
      }
      const summaries = [...document.querySelectorAll('summary')];
      const summary = summaries.find(({ textContent }) => textContent === label);
      return summary?.closest('details')?.open;
    };
    return Object.fromEntries(labels.map((label) => [label, readOne(label)]));
  }, Object.keys(UNTOUCHED));
}
