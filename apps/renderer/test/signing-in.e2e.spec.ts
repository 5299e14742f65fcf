import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser, openAt } from '../../../test/support/browser.ts';
import { hold } from '../../../test/support/hold.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { findToken } from '../../../test/support/set-up-pass.ts';
import { startListening, startSpecRenderer } from './support/spec-renderer.ts';

const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery staple';

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('signing in, %s', (_how, javaScriptEnabled) => {
  const renderer = hold(() => startListening(startSpecRenderer));
  const site = holdTabs(() => renderer.origin, { javaScriptEnabled });
  let page: Page;

  beforeEach(async () => {
    page = await site.tabs.open();
  });

  const field = (label: string) => page.getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  async function signIn(password = PASSWORD): Promise<void> {
    await field('Email').fill(EMAIL);
    await field('Password').fill(password);
    await press('Sign in');
  }

  it('begins with the set-up of an owner by the printed link', async () => {
    await openAt(page, renderer.origin);
    await heading('Set up Errata');
    await openAt(page, `${renderer.origin}/issues`);
    await heading('Errata has no owner yet');
    await page.getByText('docker compose logs renderer').waitFor();
    await page.getByRole('link', { name: 'Set it up' }).click();
    await heading('Set up Errata');
    await page.getByText('docker compose logs renderer').waitFor();
    const token = findToken(renderer.product.notices?.[0] ?? '');
    await openAt(page, `${renderer.origin}/setup?token=${token}`);
    // The set-up link lets this browser read pages while Errata has no owner. The set-up page still
    // knows the token when the browser returns to it.
    await page.getByRole('link', { name: 'Errata', exact: true }).click();
    await page.waitForURL(`${renderer.origin}/issues`);
    await page
      .getByText('anyone who has the link that Errata printed can read its pages')
      .waitFor();
    await openAt(page, `${renderer.origin}/setup`);
    await heading('Set up Errata');
    await expectPage(field('Token')).toHaveValue(token);
    await field('Email').fill(EMAIL);
    await field('Password').fill(EMAIL);
    await press('Set up');
    await page.getByText('The password cannot be the email.', { exact: true }).waitFor();
    await expectPage(field('Email')).toHaveValue(EMAIL);
    await expectPage(field('Password')).toHaveValue('');
    await field('Password').fill(PASSWORD);
    await press('Set up');
    await page.getByRole('link', { name: EMAIL }).waitFor();
    expect(page.url()).toBe(`${renderer.origin}/projects/app/start`);
  });

  it('is asked for on the wanted page, and leads to that page', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openAt(page, `${renderer.origin}/issues`);
    // Phones style the first letter, which only works on a block element.
    const mark = page.locator('header .wordmark');
    await expectPage
      .poll(() => mark.evaluate((each) => getComputedStyle(each).display))
      .toBe('block');
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAt(page, `${renderer.origin}/account`);
    await heading('Sign in');
    await signIn('wrong');
    await page.getByText('The email or the password is wrong.', { exact: true }).first().waitFor();
    await expectPage(field('Email')).toHaveValue(EMAIL);
    await expectPage(field('Password')).toHaveValue('');
    await signIn();
    await heading(EMAIL);
    expect(page.url()).toBe(`${renderer.origin}/account`);
  });

  it('ends with signing out, also for pages that the browser has kept', async () => {
    await openAt(page, `${renderer.origin}/account`);
    await signIn();
    await heading(EMAIL);
    await field('As others see it').fill('typed and not sent');
    await press('Sign out');
    await heading('Sign in');
    // The remaining cookie only says that this browser has signed in before. Scripts also store the
    // time zone.
    const kept = await page.context().cookies();
    expect(kept.filter(({ name }) => name !== 'errata-zone')).toMatchObject([
      { name: 'errata-browser', path: '/' },
      { name: 'page-visitor', path: '/' },
    ]);
    await page.goBack();
    await heading('Sign in');
    await expectPage(page.getByText(EMAIL)).toHaveCount(0);
    await signIn();
    await heading(EMAIL);
    await expectPage(field('As others see it')).toHaveValue('');
  });
});

describe('the tabs of a signed-in person', () => {
  const renderer = hold(() =>
    startListening(startSpecRenderer, {
      ERRATA_OWNER_EMAIL: EMAIL,
      ERRATA_OWNER_PASSWORD: PASSWORD,
    }),
  );
  const site = holdTabs(() => renderer.origin);

  async function openSignedIn(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await openAt(page, `${renderer.origin}/account`);
    await page.getByLabel('Email', { exact: true }).fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: EMAIL, level: 1 }).waitFor();
    return page;
  }

  it('all show the sign-in once the person signs out in one tab', async () => {
    const context = await site.browser.newContext();
    const page = await openSignedIn(context);
    const other = await context.newPage();
    await openAt(other, `${renderer.origin}/account`);
    await other.getByLabel('As others see it').fill('typed and not sent');
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await expectPage(other.getByText('typed and not sent')).toHaveCount(0);
    await context.close();
  });

  it('show nothing of a kept page after a sign-out in another tab', async () => {
    const keeping = await openBrowser({ keepsPages: true });
    const context = await keeping.newContext();
    const page = await openSignedIn(context);
    const other = await context.newPage();
    await openAt(other, `${renderer.origin}/account`);
    // The tab leaves its document, so that the browser keeps the document for going back.
    await other.goto('about:blank');
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await other.goBack();
    await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await keeping.close();
  });

  it('keep what is typed in one of them while the password changes in another', async () => {
    const context = await site.browser.newContext();
    const page = await openSignedIn(context);
    const other = await context.newPage();
    await openAt(other, `${renderer.origin}/account`);
    await other.getByLabel('As others see it').fill('Ada');
    await page.getByLabel('Present password').fill(PASSWORD);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    await page.getByText('Password changed.').first().waitFor();
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
    await context.close();
  });
});
