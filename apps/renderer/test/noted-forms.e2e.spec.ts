import { beforeAll, beforeEach, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAt } from '../../../test/support/browser.ts';
import { hold } from '../../../test/support/hold.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { signInPeople } from './support/people.ts';
import { startListening, startSpecRenderer } from './support/spec-renderer.ts';

describe('an ordinary form', () => {
  const renderer = hold(() => startListening(startSpecRenderer));
  const site = holdTabs(() => renderer.origin);
  let page: Page;
  let cookie: string;

  beforeAll(async () => {
    ({ cookie } = (await signInPeople(renderer.stores, ['ada'])).ada);
  });

  beforeEach(async () => {
    page = await site.tabs.open({ cookie, own: {} });
    await openAt(page, `${renderer.origin}/account`);
    await page.getByLabel('As others see it').fill('Countess');
  });

  const save = () => page.getByRole('button', { name: 'Save' }).click();
  const main = () => page.getByRole('main');

  it('says that it waits for the connection, and goes on by itself', async () => {
    await page.context().setOffline(true);
    await save();
    await main().getByText('Waiting for the connection').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Name saved.').first().waitFor();
    await expectPage(main().getByText('Waiting')).toHaveCount(0);
  });

  it('says that the response is unexpected when a proxy answers, and keeps its input', async () => {
    await page.route('**/account', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
        : route.continue(),
    );
    await save();
    await main().getByText('An unexpected response was received from the server.').waitFor();
    await expectPage(page.getByLabel('As others see it')).toHaveValue('Countess');
  });

  it('shows the preview of grouping rules only until they are saved', async () => {
    const { slug } = (await renderer.stores.projects.list())[0]!;
    await openAt(page, `${renderer.origin}/settings/projects/${slug}/grouping-rules`);
    await page.getByRole('textbox', { name: 'Rules' }).fill('type:TypeError -> ignore');
    await page.getByRole('button', { name: 'Preview' }).click();
    await main().getByText('Nothing is saved yet.').waitFor();
    await save();
    await page.getByText('The rules are saved.').first().waitFor();
    await main().getByText('Nothing is saved yet.').waitFor({ state: 'detached' });
    await expectPage(page.getByRole('textbox', { name: 'Rules' })).toHaveValue(
      'type:TypeError -> ignore',
    );
  });
});
