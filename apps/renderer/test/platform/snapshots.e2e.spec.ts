import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
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

  describe('the restored input', () => {
    it('comes back by back and forward', async () => {
      const tour = await openFilledIn();
      await leave(tour);
      expect(await read(tour)).toEqual(UNTOUCHED);
      await field(tour, 'text').fill('of the second');
      await tour.back('office 1');
      await expectFilledIn(tour);
      await tour.forward('office 2');
      expect(await read(tour)).toEqual({ ...UNTOUCHED, text: 'of the second' });
      await tour.back('office 1');
      await expectFilledIn(tour);
      expect(tour.errors).toEqual([]);
    });

    it('comes back by back and forward, even in fast succession', async () => {
      const tour = await openFilledIn();
      for (const office of [2, 3]) {
        await navigateByScript(tour, `/tours/a/offices/${office}`);
        await tour.shows(`office ${office}`);
        await field(tour, 'text').fill(`of ${office}`);
      }
      await tour.page.evaluate(() => {
        for (const steps of [-1, 1, -1, 1, -2]) history.go(steps);
      });
      await tour.page.evaluate(() => history.forward());
      await tour.page.evaluate(() => history.back());
      await navigateByScript(tour, '/tours/a/offices/4');
      await tour.shows('office 4');
      await tour.page.evaluate(() => history.back());
      await eventually('it is back', () => !tour.address.endsWith('4'));
      const office = Number(tour.address.at(-1));
      await tour.shows(`office ${office}`);
      for (let each = office; each > 1; each -= 1) {
        expect(await field(tour, 'text').inputValue()).toBe(`of ${each}`);
        await tour.back(`office ${each - 1}`);
      }
      await expectFilledIn(tour);
    });

    it('comes back after a reload', async () => {
      const tour = await openFilledIn();
      await tour.page.reload();
      await tour.live();
      await expectFilledIn(tour);
      // The values still belong to this entry, although the browser may have restored some itself.
      await leave(tour);
      await tour.back('office 1');
      await expectFilledIn(tour);
      await tour.page.reload();
      await tour.live();
      await expectFilledIn(tour);
      expect(tour.errors).toEqual([]);
    });

    it('does not come back once everything was invalidated, as after a sign-out', async () => {
      const tour = await openFilledIn();
      await navigateByScript(tour, '/tours/a/offices/2');
      await tour.shows('office 2');
      await field(tour, 'text').fill('of the second');
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
      expect(await field(tour, 'text').inputValue()).toBe('');
      await tour.page.reload();
      await tour.live();
      expect(await field(tour, 'text').inputValue()).toBe('');
    });

    it('comes back after a reload by a newer build with other markup', async () => {
      const tour = await openFilledIn();
      await tour.page.context().addCookies([{ name: 'newer', value: '1', url: tours.origin }]);
      await tour.page.reload();
      await tour.live();
      await field(tour, 'new').waitFor();
      await tour.says('controlled', SAID);
      const { lists, ...others } = await read(tour);
      expect({ ...others, lists: (lists as string[]).toSorted() }).toEqual(FILLED_IN);
      expect(await field(tour, 'new').inputValue()).toBe('');
    });

    it('comes back although its form had not arrived when the page was left', async () => {
      const tour = await openTypedLate();
      await tour.page.reload({ waitUntil: 'commit' });
      await tour.live();
      await tour.says('late', 'waits');
      await leave(tour);
      await tours.openGate('office');
      await tour.back('office 1');
      await tours.openGate('office');
      await tour.says('late', 'came typed late');
    });

    async function openTypedLate(): Promise<Tour> {
      const tour = await tours.enter();
      await tour.page.goto(`${tours.origin}${OFFICE}?hold=office`, { waitUntil: 'commit' });
      await tour.live();
      await tours.openGate('office');
      await field(tour, 'late').fill('typed late');
      await tour.says('late', 'came typed late');
      return tour;
    }

    it('does not replace text that has been typed since', async () => {
      const tour = await openFilledIn();
      await tour.page.evaluate(() => history.pushState(null, '', '?own'));
      await tour.says('address', `${OFFICE}?own`);
      await field(tour, 'text').fill('typed on');
      await tour.page.evaluate(() => history.back());
      await tour.says('address', OFFICE);
      expect(await read(tour)).toEqual({ ...FILLED_IN, text: 'typed on' });
    });
  });

  it('is not restored into another page that replaces the history entry', async () => {
    const tour = await openFilledIn();
    await Promise.all([
      tour.page.waitForURL('**/offices/other'),
      tour.page.evaluate(() => location.replace('/tours/a/offices/other')),
    ]);
    await tour.shows('office other');
    await tour.live();
    expect(await read(tour)).toEqual(UNTOUCHED);
  });

  describe('a snapshot of secret fields', () => {
    it('has no passwords, codes, cards and fields without autocompletion', async () => {
      const tour = await tours.open(OFFICE);
      const labels = ['password', 'code', 'card', 'shown password', 'off', 'off form'];
      for (const label of labels) await field(tour, label).fill('hidden');
      await expectForgotten(tour, ...labels);
    });

    it('has no password that was shown after it was typed', async () => {
      const tour = await tours.open(OFFICE);
      await field(tour, 'password').fill('hidden');
      await tour.byText('Show').click();
      await field(tour, 'password').and(tour.page.locator('[type=text]')).waitFor();
      await expectForgotten(tour, 'password');
    });

    it('a kept page loses its password, too', async () => {
      const tour = await tours.open(OFFICE);
      await field(tour, 'password').fill('hidden');
      await field(tour, 'text').fill('typed');
      await navigateByScript(tour, '/tours/a/offices/2');
      await tour.shows('office 2');
      await tour.back('office 1');
      expect(await field(tour, 'text').inputValue()).toBe('typed');
      expect(await field(tour, 'password').inputValue()).toBe('');
    });

    async function expectForgotten(tour: Tour, ...labels: string[]): Promise<void> {
      await field(tour, 'text').fill('typed');
      await leave(tour);
      await tour.visit(`${tours.origin}/tours/b/stops/3`);
      const stored = await tour.page.evaluate(() => JSON.stringify(sessionStorage));
      expect(stored).toContain('typed');
      expect(stored).not.toContain('hidden');
      await tour.back('office 2');
      await tour.live();
      await tour.back('office 1');
      await eventually(
        'it is filled in',
        async () => (await field(tour, 'text').inputValue()) === 'typed',
      );
      for (const label of labels) {
        expect({ label, value: await field(tour, label).inputValue() }).toEqual({
          label,
          value: '',
        });
      }
    }
  });

  describe('a snapshot of a form', () => {
    it('has nothing of the form after it was sent', async () => {
      const tour = await tours.open(OFFICE);
      await fillInMessage(tour);
      await field(tour, 'text').fill('of no form');
      await tour.page.getByRole('button', { name: 'Send' }).click();
      await leave(tour);
      await tour.back('office 1');
      expect(await field(tour, 'text').inputValue()).toBe('of no form');
      expect(await field(tour, 'message').inputValue()).toBe('');
      expect(await field(tour, 'urgent').isChecked()).toBe(false);
    });

    async function fillInMessage(tour: Tour): Promise<void> {
      await field(tour, 'message').fill('sent');
      await field(tour, 'urgent').check();
    }
  });

  describe('a snapshot of a control that navigates', () => {
    it('has no choice of a list that led to another page', async () => {
      const tour = await tours.open(OFFICE);
      await field(tour, 'text').fill('typed');
      await field(tour, 'leading list').selectOption('b');
      await tour.shows('office led');
      await dropKept(tour);
      await tour.back('office 1');
      expect(await field(tour, 'text').inputValue()).toBe('typed');
      expect(await field(tour, 'leading list').inputValue()).toBe('a');
      expect(await field(tour, 'leading box').isChecked()).toBe(false);
      // This navigation ends after any that the restored controls might have started.
      await navigateByScript(tour, '/tours/a/offices/3');
      await tour.shows('office 3');
      await tour.back('office 1');
    });

    it('has no choice of a switcher, which does not navigate again', async () => {
      const tour = await tours.open('/tours/a/stops/1');
      await field(tour, 'switch').selectOption('2');
      await tour.shows('stop 2');
      await tour.press('Drop all');
      await eventually('what is shown is loaded again', () => tour.data.length === 2);
      await tour.back('stop 1');
      expect(await field(tour, 'switch').inputValue()).toBe('1');
      await tour.go('/tours/a/stops/3');
      await tour.shows('stop 3');
      const asked = ['2', '2', '1', '3'].map((stop) => `/tours/a/stops/${stop}`);
      expect(tour.data.map(({ url }) => url)).toEqual(asked);
    });
  });

  async function openFilledIn(): Promise<Tour> {
    const tour = await tours.open(OFFICE);
    expect(await read(tour)).toEqual(UNTOUCHED);
    await field(tour, 'text').fill(FILLED_IN.text);
    await field(tour, 'area').fill(FILLED_IN.area);
    await field(tour, 'box').check();
    await field(tour, 'checked box').uncheck();
    await field(tour, 'radio a').check();
    await field(tour, 'radio b').check();
    await field(tour, 'list').selectOption(FILLED_IN.list);
    await field(tour, 'lists').selectOption(FILLED_IN.lists);
    await field(tour, 'c text').fill(FILLED_IN['c text']);
    await field(tour, 'c box').check();
    await field(tour, 'c radio b').check();
    await field(tour, 'c list').selectOption(FILLED_IN['c list']);
    await field(tour, 'c lists').selectOption(FILLED_IN['c lists']);
    await tour.byText('closed', { exact: true }).click();
    await tour.byText('open', { exact: true }).press('Enter');
    await expectFilledIn(tour);
    return tour;
  }
});

function field(tour: Tour, label: string): Locator {
  return tour.byLabel(label);
}

/** Goes to the second office and drops kept pages, so that going back restores a snapshot. */
async function leave(tour: Tour): Promise<void> {
  await navigateByScript(tour, '/tours/a/offices/2');
  await tour.shows('office 2');
  await dropKept(tour);
}

async function dropKept(tour: Tour): Promise<void> {
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
