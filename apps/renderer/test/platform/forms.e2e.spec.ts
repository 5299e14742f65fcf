import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { prefetched, prefetches } from './support/links.ts';
import { holdOtherOrigin } from './support/other-origin.ts';
import { holdTours } from './support/tour.ts';
import type { Tour } from './support/tour.ts';

const PATH = '/tours/a/search';

describe('a GET form', () => {
  const tours = holdTours();
  const elsewhere = holdOtherOrigin();

  it('opens its page by the Enter key, unless a handler has prevented it', async () => {
    const tour = await tours.open(PATH);
    const entries = await tour.entries();
    await form(tour, 'prevented').getByLabel('q').press('Enter');
    await fill(tour, 'q', 'level:error größe & more');
    await form(tour).getByLabel('q').press('Enter');
    await tour.says('query', 'q=level%3Aerror+gr%C3%B6%C3%9Fe+%26+more&hold=&file=');
    expect(tour.address).toBe(`${PATH}?q=level%3Aerror+gr%C3%B6%C3%9Fe+%26+more&hold=&file=#found`);
    expect(tour.data).toHaveLength(1);
    expect(await tour.entries()).toBe(entries + 1);
    // Fields with the names of the form's own properties do not confuse it.
    await form(tour, 'tricky').getByLabel('q').press('Enter');
    await tour.says('query', 'action=1&target=2&method=3&q=&hold=&file=');
    expect([tour.documents, tour.errors]).toEqual([[], []]);
  });

  it('is prefetched like a link', async () => {
    const tour = await tours.enter();
    await tour.visit(tours.origin + PATH);
    await form(tour, 'ahead').scrollIntoViewIfNeeded();
    await prefetches(tour, 'page /tours/b/search');
    expect(prefetched(tour).filter((each) => each.endsWith(' /tours/b/search'))).toEqual([
      'route /tours/b/search',
      'page /tours/b/search',
    ]);
  });

  it('requests the same address with and without JavaScript, with files by their names', async () => {
    const files = { name: 'a b.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    const addresses: string[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const tour = await tours.enter({ javaScriptEnabled });
      await tour.page.goto(tours.origin + PATH);
      if (javaScriptEnabled) await tour.live();
      await fill(tour, 'q', 'a=b&c*d~e+%20 ä');
      await form(tour).getByLabel('file').setInputFiles(files);
      await press(tour, 'Newest');
      await tour.page.getByText(/^q=/).waitFor();
      expect(tour.documents).toHaveLength(javaScriptEnabled ? 1 : 2);
      addresses.push(tour.address);
    }
    expect(addresses[0]).toContain('&file=a+b.txt&sort=new#found');
    expect(addresses[1]).toBe(addresses[0]);
  });

  describe('a GET form that is left to the browser', () => {
    it.each(['Tab', 'apart'])('opens a new tab when it has a target: %s', async (where) => {
      const tour = await tours.open(PATH);
      const opened = tour.page.waitForEvent('popup');
      if (where === 'Tab') await press(tour, where);
      else await form(tour, where).getByLabel('q').press('Enter');
      const tab = await opened;
      await tab.waitForURL(/search\?q=&hold=&file=/);
      expect(tour.address).toBe(PATH);
      expect(tour.data).toEqual([]);
    });

    it('posts when its button posts', async () => {
      const tour = await tours.open(PATH);
      await tour.page.route('**', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ contentType: 'text/html', body: '<h1>posted</h1>' })
          : route.continue(),
      );
      await press(tour, 'Post');
      await tour.shows('posted');
      expect(tour.data).toEqual([]);
    });

    it('is blocked by the content policy when it leads to another origin', async () => {
      const out = encodeURIComponent(elsewhere.origin);
      const tour = await tours.open(`${PATH}?out=${out}`);
      await press(tour, 'Out');
      await eventually('the browser refuses', () => tour.errors.length > 0);
      expect(tour.errors).toEqual([expect.stringContaining('form-action')]);
      expect([...tour.data, ...elsewhere.documents]).toEqual([]);
    });
  });

  it('does nothing when its address would run a script', async () => {
    const tour = await tours.open(PATH);
    await form(tour, 'scripted').getByLabel('q').press('Enter');
    await eventually('it is refused', () => tour.errors.length > 0);
    await press(tour, 'Search');
    await tour.says('query', 'q=&hold=&file=');
    await expectPage.poll(() => tour.page.evaluate(() => 'ran' in window)).toBe(false);
    expect(tour.documents).toEqual([]);
  });
});

function form({ page }: Tour, name = 'plain'): Locator {
  return page.getByRole('form', { name, exact: true });
}

async function fill(tour: Tour, field: string, value: string, name?: string): Promise<void> {
  await form(tour, name).getByLabel(field, { exact: true }).fill(value);
}

async function press(tour: Tour, button: string): Promise<void> {
  await form(tour).getByRole('button', { name: button }).click({ noWaitAfter: true });
}
