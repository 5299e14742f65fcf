import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, watchErrors } from '../../../../test/support/browser.ts';
import { findFreePorts } from '../../../../test/support/free-ports.ts';
import { Tabs } from '../../../../test/support/tabs.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { PeopledRenderer, Person } from '../support/peopled-renderer.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('settings, %s', (_how, javaScriptEnabled) => {
  let renderer: PeopledRenderer;
  let origin: string;
  let tabs: Tabs;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    const [port = 0] = await findFreePorts(1);
    renderer = await startPeopledRenderer({ PORT: String(port) });
    await renderer.listen();
    origin = `http://localhost:${port}`;
    tabs = new Tabs(browser, origin, { javaScriptEnabled });
  });

  beforeEach(async () => {
    page = await openAs('owner');
    errors = watchErrors(page);
  });

  afterEach(() => tabs.clear());

  afterAll(() => renderer.end());

  async function openAs(person: Person): Promise<Page> {
    await tabs.clear();
    return tabs.open({ cookie: renderer.cookieOf(person) });
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const told = (text: string) =>
    page.getByRole('region', { name: 'Message' }).getByText(text).waitFor();

  it('lead from section to section of a project, folded on a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${origin}/settings/projects/web`);
    const sections = page.getByRole('navigation', { name: 'Settings' }).filter({ visible: true });
    const keys = sections.getByRole('link', { name: 'Keys' });
    expect(await keys.isVisible()).toBe(false);
    expect((await sections.boundingBox())?.height).toBeLessThanOrEqual(48);
    await sections.locator('summary').press('Enter');
    await keys.click();
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/projects/web/keys');
    expect(await keys.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    await keys.and(page.locator('[aria-current=page]')).waitFor();
    await sections.getByRole('link', { name: 'Limits' }).click();
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
    expect(errors).toEqual([]);
  });

  it('change a role, remove a member and undo the removal', async () => {
    const member = page.getByRole('listitem').filter({ hasText: 'member@example.org' });
    const role = member.getByRole('combobox');
    await page.goto(`${origin}/settings/projects/web/members`);
    await role.selectOption('viewer');
    await member.getByRole('button', { name: 'Change role' }).click();
    await told('Role changed to viewer.');
    expect(await role.inputValue()).toBe('viewer');
    await member.getByRole('button', { name: 'Remove' }).click();
    await told('member@example.org is in the project no more.');
    expect(await member.count()).toBe(0);
    await press('Undo');
    await told('member@example.org is in the project, as viewer.');
    expect(await role.inputValue()).toBe('viewer');
    expect(errors).toEqual([]);
  });

  it('remove a person for good once that was confirmed', async () => {
    await page.goto(`${origin}/settings/people`);
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
    expect(await line.count()).toBe(0);
  });

  if (!javaScriptEnabled) return;

  it('set the rate of a key and of the project, and undo that', async () => {
    await page.goto(`${origin}/settings/projects/web/limits`);
    const ofProject = page.getByLabel('Reports a minute, all keys together', { exact: true });
    await ofProject.fill('6000');
    await press('Save');
    await told('Limits saved.');
    expect(await ofProject.inputValue()).toBe('6000');
    await press('Undo');
    await ofProject.and(page.locator('[value=""]')).waitFor();
    await page.goto(`${origin}/settings/projects/web/keys`);
    const ofKey = page.getByLabel(/^Limit per minute of key/).first();
    await ofKey.fill('many');
    const save = page.getByRole('button', { name: /^Save rate of key/ }).first();
    await save.click();
    await page.getByRole('main').getByText('A rate is a whole number of reports').waitFor();
    expect(await ofKey.inputValue()).toBe('many');
    expect(await ofKey.getAttribute('aria-invalid')).toBe('true');
    await ofKey.fill('54');
    await save.click();
    await told('Rate of the key saved.');
    expect(await ofKey.inputValue()).toBe('54');
    expect(await page.getByRole('main').getByText('A rate is a whole').count()).toBe(0);
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
    await page.goto(`${origin}/settings/projects/web/data/retention`, { waitUntil: 'commit' });
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
    await page.goto(`${origin}/settings/projects/web/alerts/new`);
    await page.getByLabel('Name of the rule, optional').fill('Night');
    await page.getByLabel('or events', { exact: true }).fill('abc');
    await press('Try it on the last 14 days');
    await page.getByText('A whole number from 1 to').first().waitFor();
    expect(await page.getByText('Not saved yet:').count()).toBe(1);
  });

  it('refuse to let the last owner go, after asking', async () => {
    await page.goto(`${origin}/settings/people`);
    const line = page.getByRole('listitem').filter({ hasText: 'owner@example.org' });
    await line.getByText('owner@example.org').first().click();
    await line.getByRole('button', { name: 'Give up ownership' }).click();
    const question = page.getByRole('dialog', { name: 'Give up your ownership?' });
    await question.getByRole('button', { name: 'Give up ownership' }).click();
    await line.getByText('Errata would have no owner any more.').waitFor();
    expect(await question.isVisible()).toBe(false);
    expect(await renderer.stores.users.find(renderer.idOf('owner'))).toMatchObject({
      isOwner: true,
    });
  });
});
