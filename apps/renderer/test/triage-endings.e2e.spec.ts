import { expect } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { describeEndings } from './support/form-endings.ts';
import type { Stage, Subject } from './support/form-endings.ts';
import { giveRole, signIn } from './support/people.ts';
import type { Person } from './support/people.ts';
import { Triage } from './support/triage.ts';

/** The form of the page of an issue. It takes no file; what leads elsewhere is the form that deletes it. */
describeEndings('triage of an issue', { start, takesFile: false, meetsLosses: false });

async function start(): Promise<Stage> {
  const triage = await Triage.start();
  return {
    origin: await triage.listen(),
    link: 'Issues',
    linkedHeading: 'Issues',
    waiting: 'Waiting for the connection',
    enter: async (context, where) => {
      const person = await signIn(triage.renderer.stores, triage.people.ada.id);
      await enter(context, { ...where, person });
      return createSubject(triage, { id: await triage.add() });
    },
    end: () => triage.renderer.end(),
  };
}

async function enter(
  context: BrowserContext,
  { address, person }: { address: string; person: Person },
): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
}

const DELETED = /^WEB-\d+ deleted\.$/;

function createSubject({ people, renderer: { stores } }: Triage, { id }: { id: number }): Subject {
  const bar = (page: Page) => page.getByRole('group', { name: 'Triage' });
  const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
  const events = (page: Page) => bar(page).getByLabel('Until so many more events', { exact: true });
  const comment = (page: Page) => page.getByLabel('Comment', { exact: true }).first();
  const told = (page: Page, text: string | RegExp) =>
    page.getByRole('region', { name: 'Message' }).getByText(text);
  const row = (page: Page) => page.locator(`a[href="/issues/${id}"]`).first();
  const remove = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Delete this issue' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
    await confirm.click({ noWaitAfter: true });
  };
  const isRemoved = (page: Page) => told(page, DELETED).waitFor();
  return {
    path: `/issues/${id}`,
    button: (page) => button(page, 'Resolve'),
    isDone: (page) =>
      page
        .getByText(/^(?:Resolved|Muted until 20 more events)$/)
        .first()
        .waitFor(),
    sendOther: async (page) => {
      await comment(page).fill('While it is sent.');
      await page.getByRole('button', { name: 'Comment', exact: true }).click({ noWaitAfter: true });
    },
    isOtherDone: (page) =>
      page.getByRole('paragraph').filter({ hasText: 'While it is sent.' }).waitFor(),
    sendInvalid: async (page) => {
      await bar(page).locator('summary', { hasText: 'Mute' }).click();
      await events(page).fill('1000001');
      await button(page, 'Mute until so many more events').click();
    },
    saysWhatIsWrong: async (page) => {
      await bar(page).getByText('An issue is muted for at most a year').waitFor();
      expect(await events(page).inputValue()).toBe('1000001');
    },
    correct: async (page) => {
      await events(page).fill('20');
      await button(page, 'Mute until so many more events').click();
    },
    unsent: comment,
    countDone: async () =>
      (await stores.triage.listHistory(id, { order: 'newestFirst', limit: 10 })).length,
    isKnownElsewhere: (page) => told(page, '1 issue resolved.').waitFor(),
    sendLeading: remove,
    isLed: async (page) => {
      await isRemoved(page);
      expect(new URL(page.url()).pathname).toBe('/issues');
      expect(await row(page).count()).toBe(0);
    },
    isNewBehind: (page) => page.getByRole('heading', { name: 'Not found' }).waitFor(),
    countTold: (page) => told(page, DELETED).count(),
    countLed: async () => ((await stores.issues.find(id)) ? 0 : 1),
    witness: {
      path: '/issues',
      isOpen: (page) => row(page).waitFor(),
      isSettled: (page) => row(page).waitFor({ state: 'detached' }),
    },
    loseRight: () => giveRole(stores, people.ada, 1, 'viewer'),
    restore: () => giveRole(stores, people.ada, 1, 'admin'),
    deleteElsewhere: async (browser, address) => {
      const context = await browser.newContext();
      await enter(context, { address, person: people.owner });
      const page = await context.newPage();
      await page.goto(`${address}/issues/${id}`);
      await remove(page);
      await isRemoved(page);
      await context.close();
    },
    endSession: async () => {
      const sessions = await stores.sessions.list(people.ada.id, { nowMs: Date.now(), limit: 100 });
      for (const session of sessions) await stores.sessions.end(people.ada.id, session.id);
    },
    signIn: async (page) => {
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password').fill('correct horse battery staple');
      await page.getByRole('button', { name: 'Sign in' }).click();
      // What was typed elsewhere on the page is still there; without scripts the page is loaded again.
      await page.getByRole('group', { name: 'Triage' }).waitFor();
    },
  };
}
