import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { LiveConsole } from './support/live-console.ts';
import type { Triage } from './support/triage.ts';

describe('the page of an issue, while somebody reads it', () => {
  let live: LiveConsole;
  let triage: Triage;
  let page: Page;

  beforeAll(async () => {
    live = await LiveConsole.start();
    ({ triage } = live);
  });

  beforeEach(async () => {
    page = await live.browser.newPage();
  });

  afterEach(() => live.close(page));

  afterAll(() => live.end());

  const says = (term: string, text: RegExp): Promise<void> =>
    page
      .locator('.issue-figures div')
      .filter({ has: page.getByText(term, { exact: true }), hasText: text })
      .waitFor();

  it('updates its figures when an event arrives, and keeps showing the event that is read', async () => {
    const id = await triage.add();
    await live.open(page, `/issues/${id}`);
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

  it('shows that somebody else has resolved the issue', async () => {
    const id = await triage.add();
    await live.open(page, `/issues/${id}`);
    await triage.submit(`/issues/${id}`, 'triage', { change: 'resolve' }, 'bob').expect(303);
    await page.locator('.issue-standing b').getByText('Resolved', { exact: true }).waitFor();
  });
});
