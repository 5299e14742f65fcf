import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import supertest from 'supertest';
import { untilListening, openBrowser, watchErrors } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { linesOf, payloadOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

describe('an action that shows its result', () => {
  let platform: SpecPlatform;
  let browser: Browser;
  let keeping: Browser;
  let origin: string;

  beforeAll(async () => {
    platform = await startSpecPlatform({ options: { visitor: () => 'somebody' } });
    origin = await platform.listen();
    browser = await openBrowser();
    keeping = await openBrowser({ keepsPages: true });
  });

  afterAll(async () => {
    await Promise.all([browser, keeping].map((each) => each.close()));
    await platform.end();
  });

  const send = (fields: object = {}): supertest.Test =>
    supertest(platform.app.getHttpServer())
      .post('/vault?_action=cut')
      .set('Origin', 'http://localhost:3000')
      .set('Accept', 'text/html')
      .type('form')
      .send(fields);

  it('answers a form with the page and the result, which no cache stores', async () => {
    const { text, headers } = await send().expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(headers).not.toHaveProperty('set-cookie');
    const { page, action, flash } = payloadOf(text);
    const [, count] = /vault of (\d+)/.exec(text) ?? [];
    expect(page).toMatchObject({ url: '/vault', status: 200 });
    expect(action).toEqual({
      name: 'cut',
      status: 'done',
      errors: {},
      fields: {},
      result: { key: `</script>key ${count}` },
    });
    expect(flash).toEqual({ text: 'A key was cut.' });
  });

  it('answers invalid fields like any other action', async () => {
    const { text } = await send({ for: 'more than ten characters' }).expect(422);
    expect(payloadOf(text).action).toEqual({
      name: 'cut',
      status: 'invalid',
      errors: { for: ['At most 10 characters.'] },
      fields: { for: 'more than ten characters' },
    });
  });

  it('answers the runtime with the result in the first line', async () => {
    const { text } = await send().set('Action', 'cut').expect(200);
    expect(linesOf(text)[0]).toMatchObject({ result: { key: expect.stringContaining('key') } });
  });

  it('runs once, however often it is sent, and refuses to show the result again', async () => {
    const sendKeyed = () => send().set('Action', 'cut').set('Idempotency-Key', 'the-same');
    const { text } = await sendKeyed().expect(200);
    const { key } = (linesOf(text)[0] as { result: { key: string } }).result;
    const again = await sendKeyed().expect(409);
    expect(again.text).toBe('The form was processed, but its result cannot be shown again.');
    expect(again.headers['content-type']).toContain('text/plain');
    expect((await send().set('Action', 'cut').expect(200)).text).not.toContain(JSON.stringify(key));
    const [, count] = /key (\d+)/.exec(key) ?? [];
    const { text: after } = await supertest(platform.app.getHttpServer()).get('/vault');
    expect(after).toContain(`vault of ${Number(count) + 1}`);
  });

  describe.each([
    ['without scripts', false],
    ['with scripts', true],
  ])('the page of the action, %s', (_how, javaScriptEnabled) => {
    let page: Page;
    let errors: string[];

    afterEach(() => page.context().close());

    async function cut(): Promise<void> {
      const context = await browser.newContext({ javaScriptEnabled });
      page = await context.newPage();
      errors = watchErrors(page);
      await page.goto(`${origin}/vault`);
      await page.getByRole('button', { name: 'Cut' }).click();
      await page.getByText('</script>key').waitFor();
    }

    it('shows the result only in the answer to the form', async () => {
      await cut();
      expect(await page.getByTestId('status').textContent()).toBe('done');
      await page.goto(`${origin}/vault`);
      await page.getByRole('heading', { name: 'vault of' }).waitFor();
      expect(await page.getByText('</script>key').count()).toBe(0);
      expect(errors).toEqual([]);
    });
  });

  describe('the page of the action, once it is left', () => {
    let page: Page;
    let errors: string[];
    const isThere = async (): Promise<boolean> => (await page.content()).includes('script&gt;key ');

    afterEach(() => page.context().close());

    async function open(from: Browser): Promise<void> {
      page = await (await from.newContext()).newPage();
      errors = watchErrors(page);
      await page.goto(`${origin}/vault`);
      await untilListening(page);
    }

    const shelf = () => page.getByRole('region', { name: 'the plain shelf' }).waitFor();
    const vault = () => page.getByRole('heading', { name: 'vault of' }).waitFor();

    async function cut(): Promise<void> {
      await page.getByRole('button', { name: 'Cut' }).click();
      await page.getByText('</script>key').waitFor();
      expect(await page.getByTestId('status').textContent()).toBe('done');
    }

    async function isForgotten(): Promise<void> {
      await page.getByRole('link', { name: 'shelf' }).click();
      await shelf();
      await eventually('the document has it no longer', async () => !(await isThere()));
      await page.goBack({ waitUntil: 'commit' });
      await vault();
      expect(await isThere()).toBe(false);
      expect(await page.getByTestId('status').textContent()).toBe('idle');
      await page.goForward({ waitUntil: 'commit' });
      await shelf();
      expect(await isThere()).toBe(false);
      expect(errors).toEqual([]);
    }

    it('has no result in the document any more, also after back and forward', async () => {
      await open(browser);
      await cut();
      await isForgotten();
    });

    it('has no result any more when the browser sent the form and scripts came later', async () => {
      await open(browser);
      await page.evaluate(() => document.querySelector('form')?.submit());
      await page.getByText('</script>key').waitFor();
      await untilListening(page);
      await isForgotten();
    });

    it('has no result in a document that the browser kept whole', async () => {
      await open(keeping);
      await page.evaluate(() => (document.body.dataset['kept'] = 'whole'));
      await cut();
      await page.goto('about:blank');
      await page.goBack({ waitUntil: 'commit' });
      await vault();
      expect(await page.locator('body').getAttribute('data-kept')).toBe('whole');
      expect(await isThere()).toBe(false);
    });
  });

  it('drops the result on a reload, which does not run the action again, once scripts run', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/vault`);
    await page.getByRole('button', { name: 'Cut' }).click();
    await page.getByText('</script>key').waitFor();
    await page.waitForURL(`${origin}/vault`);
    const before = await page.getByRole('heading', { level: 1 }).textContent();
    await page.reload();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(before);
    expect(await page.getByText('</script>key').count()).toBe(0);
    await page.close();
  });
});
