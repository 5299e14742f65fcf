import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
} from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { openAt, watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { listenOnLoopback } from './platform/harness/index.ts';
import { giveRole, signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

const EVENT_ID = 'a'.repeat(32);
const LARGE = randomBytes(600_000);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const NAME = 'päge "x"; evil=\u202e.html';

const renderer = hold(() => startSpecRenderer({ ERRATA_PROJECTS: 'app=1,web=2' }));
let viewer: Person;

beforeAll(async () => {
  const people = await signInPeople(renderer.stores, ['owner', 'viewer']);
  viewer = people.viewer;
  await giveRole(renderer.stores, viewer, 1, 'viewer');
  const event = createGroupedEvent({ event: { eventId: EVENT_ID } });
  const html = { name: NAME, contentType: 'text/html', item: 2 };
  await renderer.stores.reports.record([
    createReport(1, [event], {
      attachments: [
        createAttachment(LARGE),
        createAttachment('<script>alert(1)</script>', html),
        createAttachment(PNG, { name: 'shot', contentType: 'image/png', item: 3 }),
        createAttachment('it rained', { name: 'app.log', item: 4 }),
        createAttachment('it rained', { name: 'app.log', item: 5 }),
      ],
      feedback: [createFeedback({ message: 'It broke.\n<b>Twice.</b>' })],
    }),
    createReport(2, [createGroupedEvent({ groupedBy: 'another' })]),
  ]);
});

const get = (path: string, method: 'get' | 'head' = 'get') =>
  supertest(renderer.app.getHttpServer())[method](path).set('Cookie', viewer.cookie).buffer(true);

async function findIssues(): Promise<[number, number]> {
  const found = await renderer.stores.events.find(1);
  return found?.event.eventId === EVENT_ID ? [1, 2] : [2, 1];
}

describe('an attachment of an event', () => {
  it('is served unchanged as a sandboxed download, whatever its type and name', async () => {
    const [issue] = await findIssues();
    const answer = await get(`/issues/${issue}/attachments/1`).expect(200);
    expect((answer.body as Buffer).equals(LARGE)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-length': String(LARGE.length),
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=notes.txt',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const hostile = await get(`/issues/${issue}/attachments/2`).expect(200);
    expect(hostile.headers['content-type']).toBe('application/octet-stream');
    const disposition = String(hostile.headers['content-disposition']);
    expect(disposition).toMatch(
      /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.-]*$/,
    );
    expect(decodeURIComponent(/UTF-8''(.*)$/.exec(disposition)?.[1] ?? '')).toBe(NAME);
  });

  it('is previewed as a picture or as plain text, depending on its bytes', async () => {
    const [issue] = await findIssues();
    const safe = {
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    };
    const picture = await get(`/issues/${issue}/attachments/3/preview`).expect(200);
    expect(picture.headers).toMatchObject({ ...safe, 'content-type': 'image/png' });
    expect((picture.body as Buffer).equals(PNG)).toBe(true);
    const markup = await get(`/issues/${issue}/attachments/2/preview`).expect(200);
    expect(markup.headers).toMatchObject({ ...safe, 'content-type': 'text/plain; charset=utf-8' });
    await get(`/issues/${issue}/attachments/1/preview`).expect(404);
    await get(`/issues/${issue}/attachments/99/preview`).expect(404);
  });

  it('answers HEAD with its length and without its content', async () => {
    const [issue] = await findIssues();
    const answer = await get(`/issues/${issue}/attachments/1`, 'head').expect(200);
    expect(answer.headers['content-length']).toBe(String(LARGE.length));
  });

  it('is found only at its own issue', async () => {
    const [issue, other] = await findIssues();
    for (const path of [`${other}/attachments/1`, `${issue}/attachments/99`, '99/attachments/1']) {
      await get(`/issues/${path}`).expect(404);
    }
    await get(`/issues/${issue}/attachments/x`).expect(404);
  });
});

describe('the JSON of an event', () => {
  it('lists its attachments without repeats, and what users said', async () => {
    const [issue] = await findIssues();
    const { text } = await get(`/issues/${issue}/events/${EVENT_ID}`).expect(200);
    const { errata, attachments, feedback } = JSON.parse(text);
    expect(errata).toMatchObject({ eventId: EVENT_ID });
    expect(attachments.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4]);
    const [first] = attachments;
    expect(first).toEqual({ id: 1, name: 'notes.txt', contentType: 'text/plain', size: '600 kB' });
    expect(feedback).toMatchObject([{ message: 'It broke.\n<b>Twice.</b>' }]);
  });
});

describe.each([
  ['without scripts', false],
  ['with scripts', true],
])('the page of an event, %s', (_how, javaScriptEnabled) => {
  const viewport = { width: 360, height: 640 };
  const site = holdTabs(() => listenOnLoopback(renderer), { javaScriptEnabled, viewport });

  it('shows what users said, and previews and saves attachments', async () => {
    const page = await site.tabs.open({ cookie: viewer.cookie });
    const errors = watchErrors(page);
    const [issue] = await findIssues();
    await openAt(page, `${site.origin}/issues/${issue}`);
    await page.locator('summary', { hasText: 'What users said' }).click();
    await page.locator('summary', { hasText: 'Attachments' }).click();
    await expectPage(page.getByText('<b>Twice.</b>')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'notes.txt' }).click();
    expect((await download).suggestedFilename()).toBe('notes.txt');
    expect(page.url()).toBe(`${site.origin}/issues/${issue}`);
    const files = page.locator('#attachments');
    await expectPage(files.getByText('app.log', { exact: true })).toHaveCount(1);
    await files.getByText('Preview of app.log').click();
    await files.getByText('it rained').waitFor();
    await files.getByText('Preview of shot').click();
    const picture = files.getByRole('img', { name: 'shot' });
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate(async (image) => {
      await (image as HTMLImageElement).decode();
    });
    await expectPage
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(1);
    const { scrollWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(360);
    expect(errors).toEqual([]);
  });
});
