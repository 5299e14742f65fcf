import { afterEach, beforeEach, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { LiveConsole } from './support/live-console.ts';

describe('the page of an issue, while somebody reads it', () => {
  const live = hold(() => LiveConsole.start());
  let page: Page;

  beforeEach(async () => {
    page = await live.browser.newPage();
  });

  afterEach(() => live.close(page));

  const says = (term: string, text: RegExp): Promise<void> =>
    page
      .locator('.issue-figures div')
      .filter({ has: page.getByText(term, { exact: true }), hasText: text })
      .waitFor();

  it('updates its figures when an event arrives, and keeps showing the event that is read', async () => {
    const id = await live.triage.add();
    await live.open(page, `/issues/${id}`);
    await says('Now', /1in the last 5 min/);
    const events = page.getByRole('navigation', { name: 'Events' });
    await events.getByText('Event 1 of 1').waitFor();
    await live.triage.addEvent(id);
    await says('Now', /2in the last 5 min/);
    await says('Events', /2/);
    await expectPage(events.getByText('Event 1 of 1')).toBeVisible();
    await page.getByRole('button', { name: 'Show it' }).click();
    await events.getByText('Event 2 of 2').waitFor();
    await expectPage(page.getByRole('button', { name: 'Show it' })).toHaveCount(0);
  });

  it('shows that somebody else has resolved the issue', async () => {
    const id = await live.triage.add();
    await live.open(page, `/issues/${id}`);
    await live.triage.submit(`/issues/${id}`, 'triage', { change: 'resolve' }, 'bob').expect(303);
    await page.locator('.issue-standing b').getByText('Resolved', { exact: true }).waitFor();
  });

  it('says that it cannot be loaded again, until it can', async () => {
    const id = await live.triage.add();
    await live.open(page, `/issues/${id}`);
    await page.route(`**/issues/${id}`, (route) => route.abort());
    await live.triage.addEvent(id);
    const notice = page.getByRole('status').getByText('This page cannot be loaded again');
    await notice.waitFor();
    await page.unroute(`**/issues/${id}`);
    await notice.getByRole('link', { name: 'Try again' }).click();
    await says('Events', /2/);
    await notice.waitFor({ state: 'detached' });
  });
});
