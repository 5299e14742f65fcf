import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import type { Completions } from '../src/features/recording/search/completions/completions.dto.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

const triage = hold(() => Triage.start());

beforeAll(async () => {
  const assigned = await triage.add({ tags: new Map([['plan', 'gold']]) });
  while (await triage.renderer.stores.tags.fold());
  await triage.add();
  await triage.add({ projectId: 2, release: 'web@1.4.2' });
  await triage.submit('/issues', 'triage', { issue: assigned, change: 'assignMe' });
});

describe('completions of a search', () => {
  const ask = (query: string, who: Known = 'ann', rest: object = {}) =>
    supertest(triage.renderer.app.getHttpServer())
      .get('/search/completions')
      .set('Cookie', triage.people[who].cookie)
      .query({ query, at: query.length, ...rest });

  const textsOf = async (...asked: Parameters<typeof ask>) =>
    ((await ask(...asked)).body as Completions).options.map(
      ({ text, issues }) => text + (issues === undefined ? '' : issues),
    );

  it('offer keys, and values with the number of issues that the visitor may see', async () => {
    const { status, headers, body } = await ask('x !lev');
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(body).toEqual({
      at: 3,
      end: 6,
      options: [{ text: 'level:', words: 'how bad the newest event is' }],
    });
    expect(await textsOf('level:[fatal, er')).toEqual(['error2']);
    expect(await textsOf('type:typ')).toEqual(['TypeError 2']);
    expect(await textsOf('type:typ', 'eve')).toEqual(['TypeError 1']);
    expect(await textsOf('type:typ', 'owner', { project: 'web' })).toEqual(['TypeError 2']);
    expect(await textsOf('assigned:')).toEqual([
      'me 1',
      'none ',
      'owner@example.org ',
      'ada@example.org ',
      'ann@example.org 1',
      'bob@example.org ',
    ]);
    expect(await textsOf('assigned:', 'vic')).toEqual(['me ', 'none ']);
    expect(await textsOf('timesSeen:')).toEqual(['>100 ', '10..100 ', '1 ']);
    expect(await textsOf('region:')).toEqual([]);
    expect(await textsOf('pl')).toEqual(['place:', 'platform:', 'plan:']);
    expect(await textsOf('project:')).toEqual(['web ']);
    expect(await textsOf('release:', 'owner')).toEqual(['latest ', 'web@1.4.2 ']);
    expect(await textsOf('release:', 'ann')).toEqual([]);
    expect(await textsOf('plan:g')).toEqual(['gold 1']);
    expect(await textsOf('plan:', 'eve')).toEqual([]);
    expect(await textsOf('"some te')).toEqual([]);
  });

  it.each([{ at: '-1' }, { at: '' }, { query: ['a', 'b'] }, { project: 'A b' }])(
    'answer 404 to the parameters %j',
    async (rest) => {
      expect((await ask('a', 'ann', rest)).status).toBe(404);
    },
  );
});

describe('the search field', () => {
  const site = holdTabs(() => triage.listen());
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    const context = await site.browser.newContext({ reducedMotion: 'reduce' });
    const [name = '', value = ''] = triage.people.ann.cookie.split('=');
    await context.addCookies([{ name, value, url: site.origin }]);
    page = await context.newPage();
    errors = watchErrors(page);
    await openAt(page, `${site.origin}/issues`);
  });

  const field = () => page.getByRole('combobox', { name: 'Search' });
  const list = () => page.getByRole('listbox', { name: 'Completions' });
  const option = (name: RegExp) => list().getByRole('option', { name });

  it('offers completions by keyboard, and tells screen readers which one is chosen', async () => {
    await page.locator('input[name=query]').focus();
    await field().fill('le');
    await option(/^level:/).waitFor();
    await expectPage(field()).toHaveAttribute('aria-expanded', 'true');
    await expectPage(field()).toHaveAttribute('aria-autocomplete', 'list');
    await expectPage
      .poll(() => list().getAttribute('id'))
      .toBe(await field().getAttribute('aria-controls'));
    await expectPage(field()).not.toHaveAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    const chosen = await option(/^level:/).getAttribute('id');
    await expectPage(field()).toHaveAttribute('aria-activedescendant', chosen!);
    await expectPage(option(/^level:/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await option(/^error 2 issues/).waitFor();
    await expectPage(field()).toHaveValue('level:');
    await page.keyboard.press('ArrowUp');
    await expectPage(list().getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
    await option(/^error/).click();
    await list().waitFor({ state: 'hidden' });
    await expectPage(field()).toHaveValue('level:error ');
    await expectPage
      .poll(() => field().evaluate((input) => input === document.activeElement))
      .toBe(true);
  });

  it('closes its completions on Escape, keeps the typed text, and sends that on Enter', async () => {
    await page.keyboard.type('is:');
    await option(/^unresolved 2 issues/).waitFor();
    await page.keyboard.press('Escape');
    await list().waitFor({ state: 'hidden' });
    await expectPage(field()).toHaveValue('level:error is:');
    await expectPage(field()).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowDown');
    await option(/^unresolved/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await list().waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/issues?query=level:error+is:unresolved`);
    await page.locator('input[name=query]').focus();
    await field().fill('ty');
    await option(/^type:/).waitFor();
    expect(errors).toEqual([]);
  });

  it('gets the focus by the slash key, also on a phone, and accepts a typed slash', async () => {
    await page.getByRole('heading', { name: 'Issues' }).click();
    await page.setViewportSize({ width: 360, height: 640 });
    await page.keyboard.press('/');
    await page.keyboard.type('a/b');
    await expectPage(field()).toHaveValue('a/b');
  });

  it('ignores the slash key while a person has single keys switched off', async () => {
    const press = async (): Promise<boolean> => {
      await openAt(page, `${site.origin}/issues`);
      await page.locator('input[name=query]').focus();
      await field().waitFor();
      await page.getByRole('main').focus();
      await page.keyboard.press('/');
      return field().evaluate((each) => each === document.activeElement);
    };
    await page.setViewportSize({ width: 1280, height: 800 });
    const chosen = { theme: 'system', zone: '', dates: 'iso' };
    await triage.submit('/account/preferences', 'save', chosen);
    expect(await press()).toBe(false);
    await triage.submit('/account/preferences', 'save', { ...chosen, keys: 'on' });
    expect(await press()).toBe(true);
  });
});
