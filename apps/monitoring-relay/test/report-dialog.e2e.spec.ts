import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import request from 'supertest';
import { gzipSync } from 'node:zlib';
import { intakeSettings } from '#product/projects/projects';
import { reportLimits } from '#shared';
import { BrowserApp } from '../../../test/support/browser-app.ts';
import { openBrowser } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import type { Sdk } from '../../../test/fixtures/sdk-pages/page.ts';
import { KeyMirror } from '../src/keys/key-mirror.ts';
import { createEventId } from './support/envelopes.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { publicKey, shareRelay, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

type SdkWindow = typeof globalThis & { readonly sdk: Sdk; readonly told: string[] };

const PATH = '/api/embed/error-page/';
const DSN = `https://${publicKey}@elsewhere.example/base/1`;
const BY = { by: { kind: 'command' }, nowMs: 0 } as const;

let relay: StartedRelay;
let eventId: string;

shareRelay((shared) => (relay = shared));

beforeEach(() => {
  eventId = createEventId();
});

const ask = (query: Record<string, string> = {}): request.Test =>
  request(relay.url)
    .get(PATH)
    .query({ dsn: DSN, eventId, ...query });

const tell = (said: Record<string, string>, query: Record<string, string> = {}): request.Test =>
  request(relay.url)
    .post(PATH)
    .query({ dsn: DSN, eventId, ...query })
    .type('form')
    .send(said);

const listFeedback = async (): Promise<object[]> => {
  await relay.drained();
  return relay.parts.stores.feedback.list(1, eventId);
};

/** Allows every origin when none is given. */
async function allowOrigins(...origins: readonly string[]): Promise<void> {
  const patch = { allowedOrigins: origins.length > 0 ? origins : undefined };
  await relay.parts.stores.settings.patch(intakeSettings, { projectId: 1, patch, ...BY });
  await relay.app.get(KeyMirror).refresh();
}

describe('the script of the report dialog', () => {
  it('is a small script, allowed for pages of any origin', async () => {
    const { headers, text } = await ask().expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(gzipSync(text).length).toBeLessThan(6 * 1024);
  });

  it('escapes the texts of its query, and takes nothing else from it', async () => {
    const hostile = '</script><!--"\'\u2028`;alert(1)`\\");alert(1);//';
    const { text } = await ask({ title: hostile, lang: hostile, onLoad: 'alert(2)' }).expect(200);
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(text).not.toMatch(/<\/script|<!--|alert\(2\)/);
    const [, json = ''] = /^showDialog\((\{.*\}), "/m.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({ title: hostile, lang: hostile, labelName: 'Name' });
  });
});

describe('a refused report dialog', () => {
  it('has only a sentence for a wrong key, DSN or event id', async () => {
    for (const [query, status] of [
      [{ dsn: DSN.replace(publicKey, 'unknown') }, 403],
      [{ dsn: DSN.replace(/1$/, '2') }, 403],
      [{ dsn: 'javascript:alert(1)' }, 400],
      [{ eventId: '' }, 400],
      [{ eventId: '<img>' }, 400],
    ] as const) {
      for (const test of [ask(query), tell({ comments: 'It broke.' }, query)]) {
        const { body, headers } = await test.expect(status);
        expect(Object.keys(body as object)).toEqual(['detail']);
        expect(headers['access-control-allow-origin']).toBe('*');
      }
    }
    expect(await listFeedback()).toEqual([]);
  });

  it('is the answer to pages of origins that the project does not allow', async () => {
    relay = await startRelay();
    await allowOrigins('shop.example.com');
    const said = { comments: 'It broke.' };
    for (const [origin, status] of [
      ['https://shop.example.com', 200],
      ['https://evil.example', 403],
    ] as const) {
      await ask().set('Origin', origin).expect(status);
      await tell(said).set('Origin', origin).expect(status);
    }
    expect(await listFeedback()).toHaveLength(1);
  });
});

describe('feedback from the report dialog', () => {
  it('is stored with the event before the answer, and counted', async () => {
    relay = await startRelay();
    const said = { name: 'Ann', email: 'ann@example.org', comments: ' Bezahlen ging nicht. ü ' };
    await tell(said).expect(200, { id: eventId });
    await tell({ comments: 'Me too: api_key=9f8e7d6c5b4a39281706' }).expect(200);
    expect(await listFeedback()).toEqual([
      {
        message: expect.stringMatching(/^Me too: api_key=(?!9f8e)/),
        receivedAtMs: expect.any(Number),
      },
    ]);
    expect(readOutcomes(relay.dataDir).lines).toEqual([`1 ${publicKey} stored/taken default 2`]);
  });

  it('is refused with errors by field, and when it is too long', async () => {
    relay = await startRelay();
    const wrong = await tell({ comments: ' ', email: 'nobody' }).expect(400);
    expect(wrong.body).toEqual({
      detail: expect.any(String),
      errors: { comments: ['Say what happened.'], email: ['This is no email address.'] },
    });
    await tell({ comments: 'x'.repeat(70_000) }).expect(413);
    expect(await listFeedback()).toEqual([]);
    await eventually('both are counted', () => readOutcomes(relay.dataDir).lines.length === 2);
    expect(readOutcomes(relay.dataDir).lines).toEqual([
      `1 ${publicKey} invalid/malformed default 1`,
      `1 ${publicKey} invalid/too_large default 1`,
    ]);
  });
});

describe('showReportDialog of the SDK for browsers, on a page of another origin with a strict policy', () => {
  let browser: Browser;
  let app: BrowserApp;
  let page: Page;

  beforeAll(async () => {
    [browser, app] = await Promise.all([openBrowser(), BrowserApp.build('sdk-pages')]);
  });

  afterAll(async () => {
    await browser.close();
    await app.remove();
  });

  beforeEach(async () => {
    const context = await browser.newContext({ permissions: ['local-network-access'] });
    page = await context.newPage();
    await app.open(page, {
      origin: relay.url.replace('127.0.0.1', 'localhost'),
      sdk: 'browser',
      dsn: await relay.getDsn('app'),
    });
    await page.evaluate((policy) => {
      const meta = Object.assign(document.createElement('meta'), { content: policy });
      meta.httpEquiv = 'Content-Security-Policy';
      document.head.append(meta);
    }, `default-src 'none'; script-src ${relay.url}; connect-src ${relay.url}`);
  });

  afterEach(() => page.context().close());

  async function show(options: Record<string, unknown>): Promise<string> {
    return page.evaluate(async (given) => {
      const { sdk } = globalThis as SdkWindow;
      const told: string[] = [];
      Object.assign(globalThis, { told });
      const id = sdk.captureException(new Error('of the shop'));
      await sdk.flush(5000);
      const tellOf = (what: string) => () => void told.push(what);
      sdk.showReportDialog({
        ...given,
        onLoad: tellOf('load'),
        onClose: tellOf('close'),
        onError: tellOf('error'),
      });
      return id;
    }, options);
  }

  const listTold = (): Promise<string[]> => page.evaluate(() => (globalThis as SdkWindow).told);

  it('shows the dialog, which sends feedback, and calls onLoad and onClose', async () => {
    const user = { name: 'Ann', email: 'ann@example.org' };
    eventId = await show({ title: '<i>Oops</i>', labelSubmit: 'Los', user });
    const dialog = page.getByRole('dialog', { name: '<i>Oops</i>' });
    await dialog.waitFor();
    expect(await listTold()).toEqual(['load']);
    await expectPage(dialog.getByLabel('Name')).toHaveValue('Ann');
    await expectPage(dialog.getByLabel('Email')).toHaveValue('ann@example.org');
    // A strict policy of the page must not block the dialog's styles.
    await expectPage
      .poll(() => dialog.evaluate((element) => getComputedStyle(element).borderRadius))
      .toBe('8px');
    await dialog.getByLabel('What happened?').fill('I paid twice.');
    await dialog.getByRole('button', { name: 'Los', exact: true }).click();
    await dialog.getByRole('status').getByText('Thank you.').waitFor();
    expect(await listFeedback()).toMatchObject([{ name: 'Ann', message: 'I paid twice.' }]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually('the page is told', async () => (await listTold()).join() === 'load,close');
  });

  it('keeps feedback that cannot be sent, holds the focus, and closes by Escape', async () => {
    await show({});
    const dialog = page.getByRole('dialog', { name: 'Something went wrong' });
    // The relay would cut longer text without notice.
    const most = await dialog.getByLabel('What happened?').getAttribute('maxlength');
    expect(Number(most)).toBe(reportLimits.feedbackLength);
    await dialog.getByLabel('What happened?').fill('I paid twice.');
    await dialog.getByLabel('Email').fill('ada@localhost@');
    await dialog.evaluate((element) => {
      element.querySelector('form')!.noValidate = true;
    });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('alert').getByText('Please correct the marked fields.').waitFor();
    await expectPage(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await page.route(`${relay.url}${PATH}**`, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('alert').getByText('This could not be sent.').waitFor();
    await expectPage(dialog.getByLabel('What happened?')).toHaveValue('I paid twice.');
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.id ?? '');
      expect(['errata-report-dialog', '']).toContain(focused);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually('the page is told', async () => (await listTold()).join() === 'load,close');
  });

  it('calls onError when the dialog is refused', async () => {
    await allowOrigins('elsewhere.example');
    await show({});
    await eventually('the page is told', async () => (await listTold()).join() === 'error');
    await allowOrigins();
  });
});
