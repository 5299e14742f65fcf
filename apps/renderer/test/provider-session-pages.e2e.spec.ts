import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openAt } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { startIdentityProvider } from './support/identity-provider.ts';
import type { IdentityProvider } from './support/identity-provider.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { PeopledRenderer } from './support/peopled-renderer.ts';

const DAY_MS = 86_400_000;

describe('a page whose session has to be checked at its provider', () => {
  let provider: IdentityProvider;
  let renderer: PeopledRenderer;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    const [port = 0] = await findFreePorts(1);
    origin = `http://localhost:${port}`;
    provider = await startIdentityProvider(`${origin}/sign-in/callback/plain`);
    const { issuer, clientId, clientSecret } = provider;
    renderer = await startPeopledRenderer({ PORT: String(port), PUBLIC_URL: origin });
    await renderer.listen();
    const facts = { issuer, clientId, clientSecret, sessionDays: '7', domains: 'example.org' };
    const fields = { slug: 'plain', name: 'Plain', ...facts };
    await renderer.send('owner', '/settings/providers', 'add', fields).expect(303);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await renderer.end();
    await provider.end();
  });

  it('goes by way of the provider after a submit or a click, and keeps what was typed', async () => {
    provider.be({ sub: 'ada', email: 'ada@example.org', email_verified: true });
    const page = await browser.newPage();
    await page.goto(`${origin}/sign-in/with/plain?to=/account`);
    const { sessions, users, vouchedSessions } = renderer.stores;
    const user = await users.findByEmail('ada@example.org');
    const [session] = await sessions.list(user!.id, { nowMs: Date.now(), limit: 1 });
    const name = page.getByLabel('As others see it');
    const save = page.getByRole('button', { name: 'Save' });
    const aged = { sessionId: session!.id, refreshToken: undefined };
    const age = () => vouchedSessions.renew({ ...aged, checkedAtMs: Date.now() - DAY_MS });
    const isChecked = async () =>
      ((await vouchedSessions.find(session!.id))?.checkedAtMs ?? 0) > Date.now() - DAY_MS / 2;

    // The query makes the document look like one to which a search form has led.
    await openAt(page, `${origin}/account?from=a-link`);
    await age();
    await name.fill('Countess');
    await save.click();
    await page.getByText('Nothing was done: the page had to be loaded again').first().waitFor();
    await eventually('what was typed', async () => (await name.inputValue()) === 'Countess');
    expect(await isChecked()).toBe(true);
    await save.click();
    await page.getByText('Name saved.').first().waitFor();
    expect((await users.find(user!.id))?.name).toBe('Countess');

    await openAt(page, `${origin}/account`);
    await age();
    await name.fill('Lady');
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await eventually('a check', isChecked);
    await eventually('what was typed', async () => (await name.inputValue()) === 'Lady');
  });
});
