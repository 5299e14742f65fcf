import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { root } from '../scripts/support/root.mjs';
import { openAt, untilListening, watchErrors } from './support/browser.ts';
import { hold } from './support/hold.ts';
import { findToken } from './support/set-up-pass.ts';
import { startErrata } from './support/started-errata.ts';
import { holdTabs } from './support/tabs.ts';
import { expectPage } from './support/expect-page.ts';

const PASSWORD = 'correct horse battery staple';

describe('the first run', () => {
  const errata = hold(startErrata);
  const site = holdTabs(() => errata.url);
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    context = await site.browser.newContext({ viewport: { width: 360, height: 640 } });
    page = await context.newPage();
  });

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  const arrival = (of: Page) => of.locator('main [role=status]').last();

  it('leads from the printed link to the owner’s account, and on to the project', async () => {
    await openAt(page, `${errata.url}/setup?token=${findToken(errata.command.output)}`);
    expect(await focused()).toBe('email');
    await page.keyboard.type('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL(`${errata.url}/projects/app/start`);
    await page.getByText(errata.dsn).first().waitFor();
    await expectPage(arrival(page)).toContainText('Waiting for your first error.', {
      useInnerText: true,
    });
  });

  it('shows the setup lines of the chosen platform, scrolled to where they begin', async () => {
    await untilListening(page);
    const errors = watchErrors(page);
    await page.getByRole('link', { name: 'NestJS' }).click();
    const heading = page.getByRole('heading', { name: 'Install the SDK' });
    await heading.waitFor();
    expect(new URL(page.url()).search).toBe('?platform=nestjs');
    expect((await heading.boundingBox())!.y).toBeLessThan(200);
    await expectPage(page.locator('main a[aria-current=true]')).toHaveText('NestJS', {
      useInnerText: true,
    });
    await expectPage
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(360);
    expect(errors).toEqual([]);
  });

  const openPlain = async (): Promise<Page> => {
    const storageState = await context.storageState();
    return (await site.browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
  };

  it('shows setup lines without scripts, and those of a tunnel on their own tab', async () => {
    const plain = await openPlain();
    await plain.goto(`${errata.url}/projects/app/start`);
    await plain.getByRole('link', { name: 'React', exact: true }).click();
    await plain.getByText('npm install @sentry/react').waitFor();
    expect(await plain.content()).not.toContain('tunnel:');
    await plain.getByRole('link', { name: 'Through your own host' }).click();
    await plain.getByText(`proxy_pass ${errata.url}/monitoring;`).waitFor();
    await plain.getByRole('link', { name: 'Look again' }).click();
    expect(new URL(plain.url()).search).toBe('?platform=react&via=own-host');
    await expectPage(arrival(plain)).toContainText('Waiting for your first error.', {
      useInnerText: true,
    });
    await plain.context().close();
  });

  it('sends a test error through the relay, and shows its issue in place of the wait', async () => {
    await page.getByRole('button', { name: 'Send a test error' }).click();
    await arrival(page).getByText('Your first error is here').waitFor();
    await expectPage(arrival(page)).toContainText('TestError: This is a test', {
      useInnerText: true,
    });
    await page.getByRole('link', { name: 'Open the issue' }).click();
    await page.waitForURL(`${errata.url}/issues/1`);
    await page.getByText('src/cart.js').filter({ visible: true }).first().waitFor();
  });

  it('sends a test error without scripts, and stays at the chosen platform', async () => {
    const plain = await openPlain();
    await plain.goto(`${errata.url}/projects/app/start?platform=vue`);
    await plain.getByRole('button', { name: 'Send a test error' }).click();
    await plain.getByText('The relay has taken the test error.').waitFor();
    expect(new URL(plain.url()).search).toBe('?platform=vue');
    await plain.context().close();
  });

  it('shows lines that report an error once they are pasted, such as those of Node.js', async () => {
    await openAt(page, `${errata.url}/projects/app/start?platform=node`);
    const folder = await mkdtemp(join(tmpdir(), 'errata-pasted-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const file of ['instrument.mjs', 'app.mjs']) {
      const code = page.getByRole('region', { name: file, exact: true });
      await writeFile(join(folder, file), (await code.textContent()) ?? '');
    }
    const started = page.getByText('node --import ./instrument.mjs app.mjs');
    const [, ...args] = ((await started.textContent()) ?? '').split(' ');
    await once(spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' }), 'close');
    await arrival(page).getByText('Error: Hello, Errata').waitFor();
    await rm(folder, { recursive: true });
  });

  it('begins for a new project too, from a form whose first field has the focus', async () => {
    await openAt(page, `${errata.url}/settings/projects`);
    await page.getByRole('link', { name: 'New project' }).click();
    await page.waitForURL('**/settings/projects?new=');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
    await page.keyboard.type('Web Shop');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${errata.url}/projects/web-shop/start`);
    await page.getByRole('heading', { name: 'Set up Web Shop' }).waitFor();
    // The relay has not seen the key of the new project before.
    await page.getByRole('button', { name: 'Send a test error' }).click();
    await arrival(page).getByText('Your first error is here').waitFor();
  });
});
