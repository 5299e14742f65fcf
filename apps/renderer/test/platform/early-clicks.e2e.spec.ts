import { beforeEach, describe, expect, it } from '@jest/globals';
import { earlyClicksName } from '#shared';
import type { EarlyClicks } from '#shared';
import type { Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { findForm, watchActions } from './support/board.ts';
import { holdScript, LATE_PART } from './support/held-script.ts';
import { holdTours } from './support/tour.ts';

const THINGS = `
  <button type="button" id="plain">plain <span id="inner">inner</span></button>
  <button id="alone">submits nothing</button>
  <label>named <button type="button" id="labelled">in a label</button></label>
  <button type="button" id="prevented">prevented</button>
  <button popovertarget="popover" type="button" id="opens">opens</button><p popover id="popover">hello</p>
  <button form="form" id="submits-from-afar">submits</button>
  <form id="form">
    <button type="button" id="in-form">in a form</button>
    <button id="submits">submits</button>
    <button type="reset" id="resets">resets</button>
    <input type="button" id="input" value="an input">
    <label id="label">agreed <input type="checkbox" id="checkbox"></label>
  </form>
  <details><summary id="summary">more</summary></details>
  <a href="#here" id="link">a link</a>
  <p id="text">text</p>`;

describe('a document whose scripts have not loaded', () => {
  const tours = holdTours();
  let page: Page;
  let errors: string[];

  beforeEach(async () => {
    ({ page, errors } = await tours.enter());
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.addInitScript(() => {
      const prevent = (event: Event): void => {
        const isPrevented = (event.target as Element).id === 'prevented';
        if (isPrevented || event.type === 'submit') event.preventDefault();
      };
      window.addEventListener('click', prevent, true);
      window.addEventListener('submit', prevent, true);
    });
    await page.goto(`${tours.origin}/shelf`);
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), THINGS);
  });

  async function click(...ids: string[]): Promise<void> {
    for (const id of ids) await page.locator(`#${id}`).click();
  }

  function noted(): Promise<string[]> {
    return page.evaluate((name) => {
      const { targets } = (window as unknown as Record<string, EarlyClicks>)[name] as EarlyClicks;
      return targets.map(({ id }) => id);
    }, earlyClicksName);
  }

  it('notes clicks on buttons that do nothing by themselves', async () => {
    await click('plain', 'inner', 'plain', 'alone', 'in-form', 'labelled');
    expect(await noted()).toEqual(['plain', 'inner', 'plain', 'alone', 'in-form', 'labelled']);
  });

  it('ignores clicks that the browser handles, and clicks without an effect', async () => {
    await click('submits', 'submits-from-afar', 'resets', 'input', 'label', 'checkbox');
    await click('summary', 'link', 'text', 'prevented', 'opens');
    expect(await noted()).toEqual([]);
    await expectPage(page.locator('#popover')).toBeVisible();
  });

  it('notes no more clicks once it is told to stop, and keeps earlier clicks', async () => {
    await click('plain');
    await page.evaluate((name) => {
      (window as unknown as Record<string, EarlyClicks>)[name]?.stop();
    }, earlyClicksName);
    await click('alone');
    expect(await noted()).toEqual(['plain']);
  });

  it('sends a form once whose button is pressed again, also when the scripts have come', async () => {
    const tour = await tours.enter();
    const actions = watchActions(tour);
    const scripts = await holdScript(tour.page, '**/assets/*.js');
    // Without an answer, the document stays.
    await tour.page.route('**/boards/*', async (route, request) => {
      if (request.method() === 'GET') await route.fallback();
    });
    await tour.page.goto(`${tours.origin}/boards/twice`, { waitUntil: 'commit' });
    const [add, say] = await Promise.all(
      [findForm(tour, 'add').getByRole('button', { name: 'Add' }), tour.byText('Say')].map(
        async (button) => (await button.boundingBox()) ?? { x: 0, y: 0 },
      ),
    );
    const press = (box = { x: 0, y: 0 }) => tour.page.mouse.click(box.x + 5, box.y + 5);
    await press(add);
    await press(add);
    const isAlive = tour.page.waitForResponse(LATE_PART);
    scripts.release();
    await isAlive;
    await press(add);
    await press(say);
    await eventually('the other is sent', () => actions.length > 1);
    expect(actions.map((request) => request.headers()['action'])).toEqual([undefined, 'say']);
  });

  it('violates no content policy, and survives clicks without an element', async () => {
    await page.evaluate(() => {
      document.dispatchEvent(new Event('click'));
      window.dispatchEvent(new Event('click'));
    });
    expect(await noted()).toEqual([]);
    expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  });
});
