import { beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { openAt } from '../../../test/support/browser.ts';
import { hold } from '../../../test/support/hold.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { startListening, startSpecRenderer } from './support/spec-renderer.ts';

const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery staple';
const HALF_MINUTE_MS = 30_000;

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('a second factor, %s', (_how, javaScriptEnabled) => {
  const renderer = hold(() =>
    startListening(startSpecRenderer, {
      ERRATA_OWNER_EMAIL: EMAIL,
      ERRATA_OWNER_PASSWORD: PASSWORD,
    }),
  );
  const site = holdTabs(() => renderer.origin);
  let page: Page;
  let secret = '';
  let recoveryCodes: string[] = [];

  beforeAll(async () => {
    page = await site.browser.newPage({ javaScriptEnabled });
  });

  const press = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).click();
  const codeIn = (periods: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + periods * HALF_MINUTE_MS,
    });

  async function signIn(within: Page | Locator = page): Promise<void> {
    await within.getByLabel('Email', { exact: true }).fill(EMAIL);
    await within.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Sign in', within);
  }

  it('is set up, and shows recovery codes once', async () => {
    await openAt(page, `${renderer.origin}/sign-in?to=/account/second-factor`);
    await signIn();
    await press('Set up an app');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    secret = ((await page.locator('main code').first().textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('The six digits that the app shows').fill(codeIn(0));
    await page.getByLabel('Your password').first().fill(PASSWORD);
    await press('Turn it on');
    const made = page.getByRole('region', { name: 'Recovery codes' }).first();
    await made.getByText('Errata shows them only now.').waitFor();
    recoveryCodes = await made.getByRole('listitem').allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await openAt(page, `${renderer.origin}/account/second-factor`);
    await expectPage(page.getByText(recoveryCodes[0] ?? '')).toHaveCount(0);
  });

  it('is asked for after the password', async () => {
    await openAt(page, `${renderer.origin}/account`);
    await press('Sign out');
    await signIn();
    await page.getByRole('heading', { name: 'Second factor', level: 1 }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeIn(1));
    await press('Sign in');
    await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor();
  });

  // Dialogs and passkeys need scripts.
  if (!javaScriptEnabled) return;

  it('is asked for in the sign-in dialog of a form, whose input is then saved', async () => {
    await openAt(page, `${renderer.origin}/account`);
    await page.getByLabel('As others see it').fill('Ada');
    const { users, sessions } = renderer.stores;
    await sessions.endAll(1);
    await press('Save');
    const dialog = page.locator('.challenge-dialog');
    await signIn(dialog);
    await dialog.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
    await press('Sign in', dialog);
    await page.getByRole('heading', { name: 'Ada', exact: true, level: 1 }).waitFor();
    expect(await users.find(1)).toMatchObject({ name: 'Ada' });
  });

  it('is asked for in a dialog before an owner’s act, long after its last use', async () => {
    const { sessions, secondFactorRule } = renderer.stores;
    const [session] = await sessions.list(1, { nowMs: Date.now(), limit: 1 });
    const confirmedAtMs = Date.now() - 13 * 3_600_000;
    await sessions.confirm(session?.id ?? 0, { secondFactor: 'app', confirmedAtMs });
    await openAt(page, `${renderer.origin}/settings/second-factor`);
    await page.getByLabel('Everybody who signs in with a password needs a second factor').check();
    await press('Save');
    const dialog = page.locator('.challenge-dialog');
    await dialog.getByLabel('Code', { exact: true }).fill(recoveryCodes[1] ?? '');
    await press('Confirm', dialog);
    await page.getByText('Everybody needs a second factor now.').first().waitFor();
    expect(await secondFactorRule.findRequiredSinceMs()).toBeDefined();
  });

  it('may be a passkey, which the browser asks for after the password', async () => {
    const readSession = async () =>
      (await page.context().cookies()).find(({ name }) => name === 'errata')?.value;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await openAt(page, `${renderer.origin}/account/second-factor`);
    await page.getByLabel('Name of the passkey').fill('Laptop');
    const copied = await readSession();
    await press('Add a passkey');
    await page.getByText('Laptop').first().waitFor();
    expect(await readSession()).not.toBe(copied);
    await openAt(page, `${renderer.origin}/account`);
    await press('Sign out');
    await signIn();
    await press('Use a passkey');
    await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor();
    await openAt(page, `${renderer.origin}/account`);
    await page.getByText('password and passkey').waitFor();
    const [passkey] = await renderer.stores.passkeys.list(1);
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAtMs: expect.any(Number) });
    await openAt(page, `${renderer.origin}/account/second-factor`);
    await page.getByText('Remove', { exact: true }).first().click();
    const form = page.getByRole('listitem').filter({ hasText: 'Laptop' });
    await form.getByLabel('A code of the app').fill(recoveryCodes[2] ?? '');
    await press('Remove Laptop', form);
    await page.getByText('The passkey is removed.').first().waitFor();
    expect(await renderer.stores.passkeys.list(1)).toEqual([]);
    expect(await renderer.stores.secondFactors.has(1)).toBe(true);
  });
});
