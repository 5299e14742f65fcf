import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hold } from '../../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../../test/support/browser.ts';
import { holdTabs } from '../../../../test/support/tabs.ts';
import { expectPage } from '../../../../test/support/expect-page.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { startListening } from '../support/spec-renderer.ts';

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('settings, %s', (_how, javaScriptEnabled) => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin, { javaScriptEnabled });
  let page: Page;
  let errors: string[];

  beforeEach(async () => {
    page = await site.tabs.open({ cookie: renderer.cookieOf('owner') });
    errors = watchErrors(page);
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const told = (text: string) =>
    page.getByRole('region', { name: 'Message' }).getByText(text).waitFor();

  it('change a role, remove a member and undo the removal', async () => {
    const member = page.getByRole('listitem').filter({ hasText: 'member@example.org' });
    const role = member.getByRole('combobox');
    await openAt(page, `${renderer.origin}/settings/projects/web/members`);
    await role.selectOption('viewer');
    await member.getByRole('button', { name: 'Change role' }).click();
    await told('Role changed to viewer.');
    await expectPage(role).toHaveValue('viewer');
    await member.getByRole('button', { name: 'Remove' }).click();
    await told('member@example.org is in the project no more.');
    await expectPage(member).toHaveCount(0);
    await press('Undo');
    await told('member@example.org is in the project, as viewer.');
    const [line] = await renderer.stores.audit.list({ what: 'member.added', limit: 1 });
    expect(line).toMatchObject({ projectId: 1, to: 'viewer' });
    await expectPage(role).toHaveValue('viewer');
    expect(errors).toEqual([]);
  });

  it('remove a person for good once that was confirmed', async () => {
    await openAt(page, `${renderer.origin}/settings/people`);
    const line = page.getByRole('listitem').filter({ hasText: 'outsider@example.org' });
    await line.getByText('outsider@example.org').first().click();
    await line.getByRole('button', { name: 'Remove outsider@example.org' }).click();
    const question = page.getByRole('dialog', { name: 'Remove outsider for good?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await line.getByRole('button', { name: 'Remove outsider@example.org' }).click();
    await question.getByLabel('Type remove to go on').fill('remove');
    await question.getByRole('button', { name: 'Remove' }).click();
    await told('outsider has been removed.');
    await expectPage(line).toHaveCount(0);
  });

  if (!javaScriptEnabled) return;

  it('set the rate of a key and of the project, and undo that', async () => {
    await openAt(page, `${renderer.origin}/settings/projects/web/limits`);
    const ofProject = page.getByLabel('Reports a minute, all keys together', { exact: true });
    await ofProject.fill('6000');
    await press('Save');
    await told('Limits saved.');
    await expectPage(ofProject).toHaveValue('6000');
    await press('Undo');
    await ofProject.and(page.locator('[value=""]')).waitFor();
    await openAt(page, `${renderer.origin}/settings/projects/web/keys`);
    const ofKey = page.getByLabel(/^Limit per minute of key/).first();
    await ofKey.fill('many');
    const save = page.getByRole('button', { name: /^Save rate of key/ }).first();
    await save.click();
    await page.getByRole('main').getByText('A rate is a whole number of reports').waitFor();
    await expectPage(ofKey).toHaveValue('many');
    await expectPage(ofKey).toHaveAttribute('aria-invalid', 'true');
    await ofKey.fill('54');
    await save.click();
    await told('Rate of the key saved.');
    await expectPage(ofKey).toHaveValue('54');
    await expectPage(page.getByRole('main').getByText('A rate is a whole')).toHaveCount(0);
    await press('Undo');
    await ofKey.and(page.locator('[value=""]')).waitFor();
  });

  it('ask before an unsaved change is lost, and name the changed field', async () => {
    let release: () => void = () => undefined;
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(`${renderer.origin}/settings/projects/web/data/retention`, {
      waitUntil: 'commit',
    });
    const days = page.getByLabel(/^Days to keep events/);
    await days.fill('30');
    release();
    const elsewhere = page.getByRole('link', { name: 'Privacy', exact: true });
    await page.getByText('Not saved yet: Days to keep events, 2 to 365.').waitFor();
    await elsewhere.click();
    const question = page.getByRole('dialog', { name: 'You have not saved: Days to keep events' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await press('Save');
    await told('Retention saved.');
    await elsewhere.click();
    await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
    expect(errors).toEqual([]);
  });

  it('still name an unsaved change after a preview of it was refused', async () => {
    await openAt(page, `${renderer.origin}/settings/projects/web/alerts/new`);
    await page.getByLabel('Name of the rule, optional').fill('Night');
    await page.getByLabel('or events', { exact: true }).fill('abc');
    await press('Try it on the last 14 days');
    await page.getByText('A whole number from 1 to').first().waitFor();
    await expectPage(page.getByText('Not saved yet:')).toHaveCount(1);
  });
});
