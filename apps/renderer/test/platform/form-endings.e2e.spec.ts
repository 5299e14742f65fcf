import { expect } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '../../../../test/support/eventually.ts';
import { describeEndings } from '../support/form-endings.ts';
import type { Stage, Subject } from '../support/form-endings.ts';
import { Tickets } from './product/tickets/tickets.ts';
import { startSpecPlatform } from './support/spec-platform.ts';

/** One form that takes a file, leads elsewhere where it is told to, and may end in everything else. */
describeEndings('a form', { start, takesFile: true, meetsLosses: true });

async function start(): Promise<Stage> {
  const platform = await startSpecPlatform({ options: { visitor: () => 'somebody' } });
  const tickets = platform.app.get(Tickets, { strict: false });
  return {
    origin: await platform.listen(),
    link: 'Elsewhere',
    linkedHeading: 'board elsewhere',
    waiting: 'settling is waiting',
    enter: async (context, { address, hasScripts }) => {
      await sitDown(context, address);
      return createSubject(tickets, { context, hasScripts });
    },
    end: () => platform.end(),
  };
}

async function sitDown(context: BrowserContext, address: string): Promise<void> {
  await context.addCookies([{ name: 'seat', value: 'taken', url: address }]);
}

function createSubject(
  tickets: Tickets,
  { context, hasScripts }: { context: BrowserContext; hasScripts: boolean },
): Subject {
  const id = tickets.open();
  const path = `/tickets/${id}`;
  const told = (page: Page) => page.getByTestId('told').getByText(`${id} is settled.`);
  return {
    path,
    fill: (page) => page.getByLabel('note').fill('all well'),
    button: (page) => page.getByRole('button', { name: 'Settle' }),
    isDone: (page) => page.getByText('settled: all well', { exact: true }).waitFor(),
    sendOther: async (page) => {
      await page.getByLabel('remark').fill('while it is sent');
      await page.getByRole('button', { name: 'Remark' }).click({ noWaitAfter: true });
    },
    isOtherDone: (page) => page.getByRole('listitem').getByText('while it is sent').waitFor(),
    sendInvalid: async (page) => {
      await page.getByLabel('note').fill('a note of more than twenty characters');
      await page.getByRole('button', { name: 'Settle' }).click();
    },
    saysWhatIsWrong: async (page) => {
      await page.getByRole('alert').getByText('A note has 1 to 20 characters.').waitFor();
      const typed = await page.getByLabel('note').inputValue();
      expect(typed).toBe('a note of more than twenty characters');
    },
    correct: async (page) => {
      await page.getByLabel('note').fill('all well');
      await page.getByRole('button', { name: 'Settle' }).click();
    },
    unsent: (page) => page.getByLabel('remark'),
    countDone: async () => tickets.find(id)?.history.length ?? 0,
    isKnownElsewhere: (page) => told(page).waitFor(),
    sendLeading: async (page) => {
      await page.getByLabel('note').fill('all well');
      await page.getByLabel('to').fill('/boards/there?b=2');
      await page.getByRole('button', { name: 'Settle' }).click({ noWaitAfter: true });
    },
    isLed: async (page) => {
      await page.getByRole('heading', { name: 'board there' }).waitFor();
      await told(page).waitFor();
      expect(page.url()).toMatch(/:\d+\/boards\/there\?b=2$/);
    },
    isNewBehind: (page) => page.getByText('settled: all well', { exact: true }).waitFor(),
    countTold: (page) => told(page).count(),
    countLed: async () => tickets.get(id).history.length,
    witness: {
      path,
      isOpen: (page) => page.getByText('open', { exact: true }).waitFor(),
      isSettled: (page) => page.getByText('settled: all well', { exact: true }).waitFor(),
    },
    loseRight: async () => {
      tickets.get(id).isLocked = true;
    },
    deleteElsewhere: async (browser, address) => {
      const another = await browser.newContext();
      await sitDown(another, address);
      const page = await another.newPage();
      await page.goto(address + path);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('heading', { name: 'board removed' }).waitFor();
      await another.close();
    },
    endSession: () => context.clearCookies(),
    signIn: async (page) => {
      await page.getByLabel('word').fill('please');
      await page.getByRole('button', { name: 'Sit down' }).click({ noWaitAfter: true });
      await eventually('there is a seat', async () => (await context.cookies()).length > 0);
      // The browser by itself is on its way to the page of that form.
      if (!hasScripts) await page.getByRole('heading', { name: 'board door' }).waitFor();
    },
    sendFile: async (page) => {
      const file = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
      await page.getByLabel('note').fill('all well');
      await page.getByLabel('file').setInputFiles(file);
      await page.getByRole('button', { name: 'Settle' }).click();
      await page.getByText('with words.txt').waitFor();
    },
  };
}
