import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeEndings } from './support/form-endings.ts';
import type { Stage, Subject } from './support/form-endings.ts';
import { Tickets } from './product/tickets/tickets.ts';
import { startSpecPlatform } from './support/spec-platform.ts';

describeEndings('a form', start);

async function start(): Promise<Stage> {
  const platform = await startSpecPlatform({ options: { visitor: () => 'somebody' } });
  const tickets = platform.app.get(Tickets, { strict: false });
  return {
    origin: await platform.listen(),
    link: 'Elsewhere',
    linkedHeading: 'board elsewhere',
    waiting: 'settling is waiting',
    createSubject: () => createSubject(tickets),
    end: () => platform.end(),
  };
}

function createSubject(tickets: Tickets): Subject {
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
    countDone: async () => tickets.find(id)?.history.length ?? 0,
    isKnownElsewhere: (page) => told(page).waitFor(),
    sendRedirectingForm: async (page) => {
      await page.getByLabel('note').fill('all well');
      await page.getByLabel('to').fill('/boards/there?b=2');
      await page.getByRole('button', { name: 'Settle' }).click({ noWaitAfter: true });
    },
    isRedirected: async (page) => {
      await page.getByRole('heading', { name: 'board there' }).waitFor();
      await told(page).waitFor();
      expect(page.url()).toMatch(/:\d+\/boards\/there\?b=2$/);
    },
    isUpdatedOnBack: (page) => page.getByText('settled: all well', { exact: true }).waitFor(),
    countFlashMessages: (page) => told(page).count(),
    countRedirected: async () => tickets.get(id).history.length,
    witness: {
      path,
      isOpen: (page) => page.getByText('open', { exact: true }).waitFor(),
      isSettled: (page) => page.getByText('settled: all well', { exact: true }).waitFor(),
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
