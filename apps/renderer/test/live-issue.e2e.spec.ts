import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { listens, openBrowser } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { LiveStreams } from '../src/rendering/index.ts';
import { Triage } from './support/triage.ts';

describe('the page of an issue, while somebody reads it', () => {
  let triage: Triage;
  let origin: string;
  let browser: Browser;
  let page: Page;
  let streams: LiveStreams;

  beforeAll(async () => {
    triage = await Triage.start();
    origin = await triage.listen();
    streams = triage.renderer.app.get(LiveStreams, { strict: false });
    browser = await openBrowser();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    const [name = '', value = ''] = triage.people.ann.cookie.split('=');
    await page.context().addCookies([{ name, value, url: origin }]);
  });

  afterEach(async () => {
    await page.context().close();
    await eventually('nobody listens', () => streams.size === 0);
  });

  afterAll(async () => {
    await browser.close();
    await triage.renderer.end();
  });

  async function open(path: string): Promise<void> {
    await page.goto(origin + path);
    await listens(page);
    await eventually('it listens', () => streams.size === 1);
  }

  const says = (term: string, text: RegExp): Promise<void> =>
    page
      .locator('.issue-figures div')
      .filter({ has: page.getByText(term, { exact: true }), hasText: text })
      .waitFor();

  it('says by itself how often it happens now, and leaves the event that is read', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    await says('Now', /1in the last 5 min/);
    const events = page.getByRole('navigation', { name: 'Events' });
    await events.getByText('Event 1 of 1').waitFor();
    await triage.addEvent(id);
    await says('Now', /2in the last 5 min/);
    await says('Events', /2/);
    expect(await events.getByText('Event 1 of 1').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show it' }).click();
    await events.getByText('Event 2 of 2').waitFor();
    expect(await page.getByRole('button', { name: 'Show it' }).count()).toBe(0);
  });

  it('says what somebody else made of it', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    await triage.submit(`/issues/${id}`, 'triage', { change: 'resolve' }, 'bob').expect(303);
    await page.locator('.issue-standing b').getByText('Resolved', { exact: true }).waitFor();
  });
});
