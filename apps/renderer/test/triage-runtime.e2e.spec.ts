import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { hold } from '../../../test/support/hold.ts';
import { openAt, untilListening } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { signIn } from './support/people.ts';
import { Proxy } from './support/proxy.ts';
import { Triage } from './support/triage.ts';

describe('triage by the runtime', () => {
  const triage = hold(() => Triage.start());
  const site = holdTabs(() => triage.listen(), { reducedMotion: 'reduce' });
  let page: Page;
  let held: Route[];
  let documents: string[];

  beforeEach(async () => {
    held = [];
    documents = [];
    // Each spec has a session of its own, because one spec ends its session.
    const { cookie } = await signIn(triage.renderer.stores, triage.people.ann.id);
    page = await site.tabs.open({ cookie });
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
  });

  async function open(path: string): Promise<void> {
    await openAt(page, site.origin + path);
    documents = [];
  }

  async function holdSubmits(): Promise<void> {
    await page.route('**/*', async (route, request) => {
      if (request.method() === 'POST') held.push(route);
      else await route.continue();
    });
  }

  const release = async (index: number, how = (route: Route) => route.continue()) => {
    const route = await eventually(`${index + 1} were sent`, () => held[index]);
    await how(route);
  };

  const bar = (): Locator => page.getByRole('group', { name: 'Triage' });
  const press = (name: string) => bar().getByRole('button', { name, exact: true }).click();
  const menu = (name: string): Locator => bar().locator('summary', { hasText: name });
  const box = (id: number): Locator => page.locator(`input[name=issue][value="${id}"]`);
  const row = (id: number): Locator => page.getByRole('row').filter({ has: box(id) });
  const told = (text: string) =>
    page.getByRole('region', { name: 'Message' }).getByText(text).waitFor();
  const statusOf = async (id: number) => (await triage.stateOf(id))?.status;

  /** Resolves a new issue in the list and holds the request. Returns the id of the issue. */
  async function resolveHeld(): Promise<number> {
    const id = await triage.add();
    await open('/issues');
    await holdSubmits();
    await box(id).check();
    await press('Resolve');
    return id;
  }

  it.each([
    { name: 'the list', path: () => '/issues', mostScripts: 7, last: '/issue.page-' },
    { name: 'an issue', path: (id: number) => `/issues/${id}`, mostScripts: 8, last: '/_live' },
  ])('requests few files on a first visit of $name', async ({ path, mostScripts, last }) => {
    const id = await triage.add();
    let requests = 0;
    page.on('request', () => (requests += 1));
    const lastRequest = page.waitForEvent('request', (request) => request.url().includes(last));
    const html = (await (await page.goto(site.origin + path(id)))?.text()) ?? '';
    await lastRequest;
    const scripts = new Set(html.match(/assets\/[^"]+\.js/g));
    expect(scripts.size).toBeGreaterThan(3);
    expect(scripts.size).toBeLessThanOrEqual(mostScripts);
    expect(requests).toBeLessThanOrEqual(30);
  });

  it('keeps the order of a row whose type turns the direction of writing', async () => {
    const id = await triage.add({ type: 'Mirror\u202eError' });
    await open('/issues');
    const [type, message] = await Promise.all(
      ['b', 'bdi'].map((name) => row(id).locator(`.record-name ${name}`).boundingBox()),
    );
    expect(type!.x).toBeLessThan(message!.x);
  });

  it('shows the expected state of a row at once, and the result when it arrives', async () => {
    const id = await resolveHeld();
    await row(id).getByText('resolved', { exact: true }).waitFor();
    expect(await statusOf(id)).toBe('unresolved');
    await release(0);
    await row(id).waitFor({ state: 'detached' });
    await told('1 issue resolved.');
    expect(documents).toEqual([]);
  });

  it('takes the expected state back when the answer is unusable, and keeps the selection', async () => {
    const id = await resolveHeld();
    await row(id).getByText('resolved', { exact: true }).waitFor();
    await release(0, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    );
    await bar().getByText('An unexpected response was received from the server.').waitFor();
    await row(id).getByText('resolved', { exact: true }).waitFor({ state: 'detached' });
    await expectPage(box(id)).toBeChecked();
    expect(documents).toEqual([]);
    await page.unrouteAll();
    await press('Resolve');
    await told('1 issue resolved.');
  });

  it('shows a loading view below the header until the list arrives', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/*', async (route, request) => {
      if (request.headers()['router-state'] !== undefined) await gate;
      await route.continue();
    });
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Issues' }).hover();
    // Under load, Playwright's `requestfinished` does not come for each request.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/issue-list\.page-/.test(name)),
    );
    await main.getByRole('link', { name: 'Issues' }).click();
    await page.getByText('Loading the issues').waitFor({ state: 'attached' });
    expect(new URL(page.url()).pathname).toBe('/issues');
    await expectPage(main).toBeVisible();
    letGo();
    await row(id).waitFor();
    await expectPage(page.getByText('Loading the issues')).toHaveCount(0);
    expect(documents).toEqual([]);
  });

  it('shows the expected state on the page of an issue, and takes it back after an error', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    await holdSubmits();
    const words = page.locator('.issue-standing b');
    await press('Resolve');
    await words.getByText('Resolved', { exact: true }).waitFor();
    await release(0, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    );
    await words.getByText('Unresolved', { exact: true }).waitFor();
    expect(await statusOf(id)).toBe('unresolved');
  });

  it('shows its result on the page to which the visitor went, and undoes it there', async () => {
    const id = await resolveHeld();
    await eventually('it is sent', () => held.length === 1);
    await page.getByRole('link', { name: 'ann' }).click();
    await page.waitForURL('**/account');
    await release(0);
    await told('1 issue resolved.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Undo' }).click();
    await told('1 issue as it was.');
    expect(await statusOf(id)).toBe('unresolved');
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(documents).toEqual([]);
  });

  describe('the message after a change', () => {
    const message = (): Locator => page.getByRole('region', { name: 'Message' });
    const focused = () => page.evaluate(() => document.activeElement?.localName);
    const undo = (): Promise<void> => message().getByRole('button', { name: 'Undo' }).click();

    async function openTold(): Promise<number> {
      const id = await triage.add();
      await open('/issues');
      await box(id).check();
      await press('Resolve');
      await told('1 issue resolved.');
      return id;
    }

    it('says that the undo waits for the connection, and why it failed', async () => {
      const id = await openTold();
      let isAway = true;
      await page.route('**/*', (route, request) => {
        if (request.method() !== 'POST') return route.continue();
        if (isAway) return route.abort();
        return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' });
      });
      await undo();
      await message().getByText('Waiting for the connection …').waitFor();
      isAway = false;
      await message().getByText('An unexpected response was received from the server.').waitFor();
      expect(await statusOf(id)).toBe('resolved');
      await page.unrouteAll();
      await undo();
      await told('1 issue as it was.');
      expect(await statusOf(id)).toBe('unresolved');
      expect(documents).toEqual([]);
    });

    it('says why an undo with invalid fields is refused', async () => {
      const id = await openTold();
      const field = message().locator('input[name^=history]');
      await field.evaluate((each) => ((each as HTMLInputElement).value = 'none'));
      await undo();
      await message().getByText('Only the change of a person can be undone.').waitFor();
      await message().getByText('1 issue resolved.').waitFor();
      expect(await statusOf(id)).toBe('resolved');
      expect(documents).toEqual([]);
    });

    it('moves the focus to the page after an undo or a dismissal by keyboard', async () => {
      const id = await openTold();
      await message().getByRole('button', { name: 'Undo' }).press('Enter');
      await told('1 issue as it was.');
      expect(await focused()).toBe('main');
      expect(await statusOf(id)).toBe('unresolved');
      await message().getByRole('link', { name: 'Dismiss' }).press('Enter');
      await message().waitFor({ state: 'detached' });
      expect(await focused()).toBe('main');
    });
  });

  describe('the question before a deletion', () => {
    let proxy: Proxy;

    beforeEach(async () => {
      proxy = await Proxy.start(site.origin);
    });

    afterEach(() => proxy.kill());

    const question = (): Locator => page.getByRole('dialog');
    const confirm = (): Promise<void> =>
      question().getByRole('button', { name: 'Delete', exact: true }).click();

    /**
     * Also waits for the code of the list. If the connection is lost before that code is loaded,
     * the runtime loads a document instead.
     */
    async function goWithCode(address: string): Promise<void> {
      const underWay = new Set<Request>();
      page.on('request', (request) => {
        if (request.url().includes('/assets/')) underWay.add(request);
      });
      page.on('requestfinished', (request) => underWay.delete(request));
      const list = page.waitForResponse(/\/issue-list\.page-[^/]+\.js$/);
      await openAt(page, address);
      await list;
      await eventually('all code is there', () => underWay.size === 0);
    }

    async function ask(): Promise<void> {
      const id = await triage.add();
      const { cookie } = await signIn(triage.renderer.stores, triage.people.ada.id);
      const [name = '', value = ''] = cookie.split('=');
      await page.context().addCookies([{ name, value, url: site.origin }]);
      await goWithCode(`${proxy.origin}/issues/${id}`);
      documents = [];
      await page.getByRole('button', { name: 'Delete this issue', exact: true }).click();
    }

    it('says that it waits, why it failed and that it is sent, and closes once done', async () => {
      await ask();
      await proxy.kill();
      await confirm();
      await question().getByText('Waiting for the connection …').waitFor();
      proxy.setBehaviour('badGateway');
      await proxy.revive();
      await question().getByText('An unexpected response was received from the server.').waitFor();
      proxy.setBehaviour('hold');
      await confirm();
      await question().getByText('Sending …', { exact: true }).waitFor();
      await proxy.release(0);
      await page
        .getByRole('region', { name: 'Message' })
        .getByText(/^WEB-\d+ deleted\.$/)
        .waitFor();
      await question().waitFor({ state: 'hidden' });
      expect(documents).toEqual([]);
    });
  });

  it('moves the focus to the first invalid field', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    await bar().getByLabel('Other ways to resolve').click();
    await press('Resolve in release');
    await bar().getByText('A release has 1 to 200 characters.').waitFor();
    const field = page.getByLabel('In release', { exact: true });
    await eventually('it has the focus', () =>
      field.evaluate((each) => each === document.activeElement),
    );
    await expectPage(field).toHaveAttribute('aria-invalid', 'true');
  });

  it('asks before an unsent comment is lost, typed before hydration, and not once it is sent', async () => {
    const id = await triage.add();
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/issue.parts-*', async (route) => {
      await gate;
      await route.continue();
    });
    await open(`/issues/${id}`);
    const comment = page.getByLabel('Comment', { exact: true }).first();
    const asks = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const leave = () =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Issues' }).click();
    await comment.pressSequentially('Not yet sent');
    expect(await asks()).toBe(false);
    letGo();
    await eventually('the form is hydrated', asks);
    await leave();
    const question = page.getByRole('dialog', { name: 'Your comment has not been sent.' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expectPage(comment).toHaveValue('Not yet sent');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('paragraph').filter({ hasText: 'Not yet sent' }).waitFor();
    await leave();
    await page.waitForURL('**/issues');
  });

  it('closes a menu by Escape, by opening another menu, with a reload, and once the change is done', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    const isOpen = (name: string) =>
      page
        .locator('details.menu', { has: page.locator('summary', { hasText: name }) })
        .evaluate((each) => (each as HTMLDetailsElement).open);
    await menu('Mute').click();
    await eventually('the menu, which waits with its hydration, listens', () =>
      menu('Mute').evaluate((each) => 'autocomplete' in each.parentElement!),
    );
    // The first click is repeated once the menu listens, and may open it again.
    await eventually('it is closed', async () => {
      await bar().getByLabel('Other', { exact: true }).focus();
      await page.keyboard.press('Escape');
      return !(await isOpen('Mute'));
    });
    await page.locator(':focus', { hasText: /^Mute$/ }).waitFor();
    await menu('Mute').click();
    await menu('Assign').click();
    await eventually('the other is open', async () => !(await isOpen('Mute')) && isOpen('Assign'));
    await page.reload();
    await untilListening(page);
    await eventually('it is closed', async () => !(await isOpen('Assign')));
    await menu('Assign').click();
    await press('To me');
    await page.getByText('assigned to ann').waitFor();
    await eventually('it is closed', async () => !(await isOpen('Assign')));
  });

  describe('a menu whose field was refused', () => {
    const mute = (): Locator =>
      page.locator('details.menu:visible', { has: page.locator('summary', { hasText: 'Mute' }) });
    const events = (): Locator => mute().getByLabel('Other', { exact: true });
    const isOpen = (): Promise<boolean> =>
      mute().evaluate((each) => (each as HTMLDetailsElement).open);
    const send = async (typed: string): Promise<void> => {
      await events().fill(typed);
      await press('Mute for so many');
    };
    const wrong = (): Locator => mute().getByText('Write a whole number');

    /** Sends a wrong value, which is refused, and then a corrected value, whose request is held. */
    async function correct(typed: string, path: (id: number) => string): Promise<number> {
      // An empty list has no menu, so a second issue stays in the list.
      await triage.add();
      const id = await triage.add();
      await open(path(id));
      if (path(id) === '/issues') await box(id).check();
      await menu('Mute').click();
      await send('none');
      await wrong().waitFor();
      await holdSubmits();
      await send(typed);
      await bar().getByText('Sending …').waitFor();
      return id;
    }

    it('stays open while the correction is sent or fails, and closes once it is done', async () => {
      const id = await correct('20', () => '/issues');
      const shown = async () => [await isOpen(), await events().inputValue()];
      expect(await shown()).toEqual([true, '20']);
      await expectPage(wrong()).toHaveCount(0);
      await release(0, (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
      );
      await bar().getByText('An unexpected response was received from the server.').waitFor();
      expect(await shown()).toEqual([true, '20']);
      await press('Mute for so many');
      await release(1);
      await told('1 issue muted.');
      // A list shows its menus while something is selected.
      await page.locator('input[name=issue]').first().check();
      await eventually('it is closed', async () => !(await isOpen()));
      expect(await triage.stateOf(id)).toMatchObject({ kind: 'events', count: 20 });
      expect(documents).toEqual([]);
    });

    it('opens again with the mistake when it was closed meanwhile', async () => {
      await correct('0', (id) => `/issues/${id}`);
      await events().press('Escape');
      expect(await isOpen()).toBe(false);
      await release(0);
      await wrong().waitFor();
      expect(await isOpen()).toBe(true);
      await eventually('its field has the focus', () =>
        events().evaluate((each) => each === document.activeElement),
      );
    });
  });

  describe('the box that selects all of the page', () => {
    const all = (): Locator => page.getByRole('checkbox', { name: 'Select all' });
    const boxes = (): Locator => page.locator('input[name=issue]');
    const is = (state: string) =>
      eventually(`all are ${state}`, () =>
        all().evaluate((each, wanted) => {
          const { checked, indeterminate } = each as HTMLInputElement;
          return (indeterminate ? 'some' : checked ? 'every' : 'none') === wanted;
        }, state),
      );

    it('shows whether none, some or all are selected, and turns some into all', async () => {
      await triage.add();
      await triage.add();
      await open('/issues');
      const count = await boxes().count();
      await is('none');
      await boxes().first().focus();
      await page.keyboard.press('Space');
      await is('some');
      await bar().getByText('1 selected').waitFor();
      await all().focus();
      await page.keyboard.press('Space');
      await is('every');
      await bar().getByText(`${count} selected`).waitFor();
      await page.keyboard.press('Space');
      await is('none');
      await expectPage(page.locator('input[name=issue]:checked')).toHaveCount(0);
      await page.keyboard.press('Space');
      await is('every');
      await boxes().last().focus();
      await page.keyboard.press('Space');
      await is('some');
      await page.keyboard.press('Space');
      await is('every');
    });
  });

  it('asks a signed-out visitor to sign in, explains mistakes there, and keeps typed text', async () => {
    const id = await triage.add();
    await open(`/issues/${id}`);
    await page.getByLabel('Comment', { exact: true }).first().fill('half a thought');
    await page.context().clearCookies();
    await menu('Mute').click();
    await bar().getByLabel('Other', { exact: true }).fill('20');
    await press('Mute for so many');
    const dialog = page.locator('dialog.challenge-dialog');
    const signInWith = async (password: string): Promise<void> => {
      await dialog.getByLabel('Password', { exact: true }).fill(password);
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await dialog.getByLabel('Email', { exact: true }).fill('ann@example.org');
    await signInWith('not her password');
    const alert = dialog.getByRole('alert');
    await alert.getByText('The email or the password is wrong.', { exact: true }).waitFor();
    await expectPage(dialog.getByLabel('Email', { exact: true })).toHaveValue('ann@example.org');
    expect(await statusOf(id)).toBe('unresolved');
    await signInWith('correct horse battery staple');
    await dialog.waitFor({ state: 'detached' });
    await told('1 issue muted.');
    expect(await triage.stateOf(id)).toMatchObject({ kind: 'events', count: 20 });
    const comment = page.getByLabel('Comment', { exact: true }).first();
    await expectPage(comment).toHaveValue('half a thought');
    expect(documents).toEqual([]);
  });
});
