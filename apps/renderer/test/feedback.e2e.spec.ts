import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
} from '#product/testing';
import type { Feedback } from '#product/recording/reports';
import { hold } from '../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { startListening } from './support/spec-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

const EVENT_ID = 'a'.repeat(32);
const NOON_MS = Date.UTC(2026, 0, 5, 12);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const idOf = (index: number): string => index.toString(16).padStart(32, '0');

function sayAlone(index: number, traits: Partial<Feedback> = {}): Feedback {
  const { eventId: _, ...alone } = createFeedback({ id: idOf(index) });
  return { ...alone, ...traits };
}

describe('the feedback page', () => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin);

  const open = (person: Person, path: string, own: BrowserContextOptions = {}): Promise<Page> =>
    site.tabs.visit(path, { cookie: renderer.cookieOf(person), own });

  const isWiderThanScreen = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

  const read = async (person: Person, path: string): Promise<string> =>
    shownOf((await renderer.get(person, path).expect(200)).text);

  it('says how to switch feedback on, with a key for people who may see keys', async () => {
    const [viewer, admin] = await Promise.all([
      read('viewer', '/feedback'),
      read('admin', '/feedback'),
    ]);
    for (const page of [viewer, admin]) {
      expect(page).toContain('No feedback yet');
      expect(page).toContain('Sentry.feedbackIntegration(');
    }
    const [key] = await renderer.stores.projects.listKeys();
    expect(admin).toContain(key!.publicKey);
    expect(admin).toContain('href="/projects/web/start"');
    expect(viewer).not.toContain(key!.publicKey);
  });

  describe('the list of feedback', () => {
    beforeAll(async () => {
      const event = createGroupedEvent({ event: { eventId: EVENT_ID } });
      const shot = { eventId: idOf(1), name: 'screenshot.png', contentType: 'image/png' };
      await renderer.stores.reports.record([
        createReport(1, [event], {
          feedback: [
            sayAlone(1, {
              message: 'I cannot find\n<b>the cart</b>',
              url: 'https://shop.example/cart',
              receivedAtMs: NOON_MS + 2,
            }),
            createFeedback({ id: idOf(2), message: 'It broke.', receivedAtMs: NOON_MS + 1 }),
            sayAlone(3, { message: 'For the others', projectId: 2 }),
          ],
          attachments: [createAttachment(PNG, shot)],
        }),
        createReport(2, [], {
          feedback: Array.from({ length: 60 }, (_, index) =>
            sayAlone(100 + index, {
              message: `Said at once: ${index}. ${'More. '.repeat(670)}The end.`,
              receivedAtMs: NOON_MS - 1,
            }),
          ),
        }),
      ]);
    });

    it('hides feedback and its files from people who may not read the project', async () => {
      const member = await read('member', '/feedback');
      expect(member).toContain('It broke.');
      expect(member).not.toContain('For the others');
      const outsider = await read('outsider', '/feedback');
      expect(outsider).toContain('For the others');
      expect(outsider).not.toContain('It broke.');
      const unread = await read('outsider', '/feedback?project=web');
      expect(unread).toContain('There is no project “web”.');
      expect(unread).not.toContain('It broke.');
      const [path] = /\/feedback\/\d+\/attachments\/\d+/.exec(member) ?? [];
      const file = await renderer.get('member', path!).buffer(true).expect(200);
      expect(file.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename=screenshot.png',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
      const preview = await renderer.get('member', `${path}/preview`).buffer(true).expect(200);
      expect(preview.headers['content-type']).toBe('image/png');
      expect((preview.body as Buffer).equals(PNG)).toBe(true);
      const [theirs] = await renderer.stores.feedback.listOfProjects([2], { limit: 1 });
      for (const address of [path!, `${path}/preview`]) {
        await renderer.get('outsider', address).expect(404);
        const ofTheirs = address.replace(/\d+(?=\/attachments)/, String(theirs!.id));
        await renderer.get('outsider', ofTheirs).expect(404);
      }
    });

    it.each(['?before=1', '?only=x', '?project=a&project=b'])(
      'answers 404 to the query %s',
      async (query) => {
        await renderer.get('owner', `/feedback${query}`).expect(404);
      },
    );

    it('leads from the typed name of a project to its slug, and names one that is near', async () => {
      const typed = await renderer.get('owner', '/feedback?project=WEB&status=done').expect(303);
      expect(typed.headers['location']).toBe('/feedback?project=web&status=done');
      expect(await read('owner', '/feedback?project=wob')).toContain('Did you mean ');
    });

    it('lists each feedback once over its pages, even when many arrived at one moment', async () => {
      const answer = await renderer.get('viewer', '/feedback').expect(200);
      expect(answer.text.length).toBeLessThan(150_000);
      const first = shownOf(answer.text);
      const older = /href="(?<href>[^"]*before=[^"]*)"/.exec(first)?.groups?.['href'] ?? '';
      const second = await read('viewer', older.replaceAll('&amp;', '&'));
      const said = [...(first + second).matchAll(/Said at once: \d+/g)].map(([text]) => text);
      expect(new Set(said).size).toBe(60);
      expect(said).toHaveLength(60);
      expect(second).toContain('>Newest</a>');
      expect(second).not.toContain('>Older</a>');
      const past = await read('viewer', '/feedback?before=1-1');
      expect(past).toContain('No such feedback');
      expect(past).not.toContain('feedbackIntegration');
    });

    it.each([
      ['in a wide window', { viewport: { width: 1280, height: 800 } }],
      [
        'on a phone, without scripts',
        { viewport: { width: 360, height: 640 }, javaScriptEnabled: false },
      ],
    ] as const)('filters by error and project, and links to an error, %s', async (_, options) => {
      const page = await open('owner', '/issues', options);
      const errors = watchErrors(page);
      const menu = page.locator('header').getByText('Menu');
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('link', { name: 'Feedback' }).click();
      await page.getByRole('heading', { name: 'Feedback', level: 1 }).waitFor();
      const items = page.locator('.feedback-row');
      const words = page.getByText('I cannot find\n<b>the cart</b>');
      await expectPage(words).toBeVisible();
      await words.click();
      await page.getByText('https://shop.example/cart').waitFor();
      await expectPage(page.getByRole('link', { name: 'shop.example' })).toHaveCount(0);
      expect(await isWiderThanScreen(page)).toBe(false);
      const long = items.filter({ hasText: 'Said at once' }).first();
      await expectPage(page.getByText('The end.')).toHaveCount(0);
      await long.locator('.feedback-words').click();
      await page.getByText('The end.').waitFor();
      const shot = page.getByRole('img', { name: 'Screenshot by Ann' });
      await expectPage
        .poll(() => shot.evaluate((image: HTMLImageElement) => image.decode()))
        .toBeUndefined();

      const opener = page.locator('.filter-bar :is(.fold, .filter-set > .menu > summary):visible');
      const choose = async (value: string, chip: string) => {
        await opener.first().click();
        await page
          .locator('.filter-field')
          .getByRole('button', { name: value, exact: true })
          .click();
        await page.locator('.filter-chip', { hasText: chip }).waitFor({ state: 'attached' });
      };
      await choose('none', 'error is none');
      await expectPage(page.getByText('It broke.')).toHaveCount(0);
      await expectPage(items.first().getByText('No error with it')).toBeVisible();
      await choose('other', 'project is other');
      await expectPage(page.getByText('For the others')).toBeVisible();
      await expectPage(items).toHaveCount(1);
      expect(await isWiderThanScreen(page)).toBe(false);

      await opener.first().click();
      await page.getByRole('link', { name: 'Clear', exact: true }).click();
      await page.getByRole('link', { name: 'WEB-1' }).click();
      await page.waitForURL(`**/issues/1?event=${EVENT_ID}`);
      expect(errors).toEqual([]);
    });

    it.each([
      ['member', true],
      ['admin', false],
    ] as const)(
      'is worked through by who may triage (%s, with scripts: %s)',
      async (person, javaScriptEnabled) => {
        const viewport = { width: 1280, height: 800 };
        const page = await open(person, '/feedback', { viewport, javaScriptEnabled });
        const row = page.locator('.feedback-row', { hasText: 'It broke.' });
        const tab = (name: string) =>
          page.getByRole('navigation', { name: 'Status' }).getByText(name);
        await row.getByRole('button', { name: /^Done/ }).click();
        await page.getByLabel('Message').getByText('Feedback marked as done.').waitFor();
        await tab('Done 1').waitFor();
        await expectPage(row).toHaveCount(0);
        await page.getByRole('button', { name: 'Undo' }).click();
        await tab('Done 0').waitFor();

        const bar = page.getByRole('group', { name: 'Selected feedback' });
        for (const nth of [0, 1]) await page.locator('[name=feedback]').nth(nth).check();
        await bar.locator('summary').click();
        await bar.getByRole('button', { name: 'To me' }).click();
        await page.getByLabel('Message').getByText('2 assigned to you.').waitFor();
        await openAt(page, `${renderer.origin}/feedback?assignee=me`);
        await tab('Open 2').waitFor();
        for (const nth of [0, 1]) await page.locator('[name=feedback]').nth(nth).check();
        await bar.getByRole('button', { name: 'Done' }).click();
        await page.getByLabel('Message').getByText('2 marked as done.').waitFor();
        await tab('Done 2').click();
        for (const nth of [1, 0]) await page.locator('.feedback-row .button').nth(nth).click();
        await tab('Open 2').waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await tab('Done 1').waitFor();
        await page.locator('.feedback-row .button').first().click();
        await tab('Open 2').waitFor();
      },
    );

    it('offers nobody a button who may not triage, and no assignee from outside the project', async () => {
      const viewer = await read('viewer', '/feedback');
      expect(viewer).toContain('It broke.');
      expect(viewer).not.toContain('name="change"');
      const fields = {
        feedback: ['1'],
        change: 'assign',
        assignee: String(renderer.idOf('outsider')),
      };
      const answer = await renderer.send('member', '/feedback', 'change', fields).expect(422);
      expect(answer.text).toContain('Only somebody who may work on it');
      const typed = { ...fields, assignee: 'Nobody at all' };
      const unknown = await renderer.send('member', '/feedback', 'change', typed).expect(422);
      expect(unknown.text).toContain('There is no member “Nobody at all”.');
      const undo = { feedback: ['1'], change: 'undo' };
      await renderer.send('member', '/feedback', 'change', undo).expect(422);
    });

    it('shows new feedback while the page is open', async () => {
      const page = await open('member', '/feedback', { viewport: { width: 1280, height: 800 } });
      const said = sayAlone(900, { message: 'A moment ago.', receivedAtMs: Date.now() });
      await renderer.stores.reports.record([createReport(3, [], { feedback: [said] })]);
      await page.getByText('A moment ago.').waitFor();
    });
  });
});
