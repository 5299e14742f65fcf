import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, watchErrors } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { ask } from './support/http.ts';
import { addSetUpCookie } from './support/set-up-pass.ts';
import { startErrata } from './support/started-errata.ts';
import type { StartedErrata } from './support/started-errata.ts';

const ISSUES = 30;

describe('triage in the browser', () => {
  let errata: StartedErrata;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  /** Requests of the page, oldest first: `visit /issues/7`, or `page /issues/7` for a prefetch. */
  let asked: string[];

  beforeAll(async () => {
    [errata, browser] = await Promise.all([startErrata(), openBrowser()]);
    await Promise.all(Array.from({ length: ISSUES }, (_, index) => send(index)));
    await eventually('all issues are on the list', async () => {
      const { text } = await ask(`${errata.url}/issues`, errata.pass);
      return text.split('class="record"').length > ISSUES;
    });
  });

  afterAll(async () => {
    await browser.close();
    await errata.end();
  });

  beforeEach(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' });
    await addSetUpCookie(page.context(), errata);
    errors = watchErrors(page);
    asked = [];
    page.on('request', (request) => {
      const { 'router-state': state, 'router-prefetch': prefetch = 'visit' } = request.headers();
      if (state !== undefined) asked.push(`${prefetch} ${new URL(request.url()).pathname}`);
    });
    await page.goto(`${errata.url}/issues`);
    await eventually('the shape of issues is prefetched', () =>
      asked.some((each) => each.startsWith('route /issues/')),
    );
  });

  afterEach(() => page.close());

  async function send(index: number): Promise<void> {
    const { origin, pathname, username: key } = new URL(errata.dsn);
    const type = `Error${String.fromCharCode(65 + index)}`;
    const frames = [
      {
        function: 'handle',
        filename: 'node_modules/a/b.js',
        lineno: 1,
        in_app: false,
        context_line: 'b();',
      },
      {
        function: `fail${type}`,
        filename: `src/${type}.ts`,
        lineno: 2,
        in_app: true,
        context_line: 'fail();',
      },
    ];
    const event = {
      event_id: index.toString(16).padStart(32, '0'),
      exception: { values: [{ type, value: 'broken', stacktrace: { frames } }] },
    };
    const body = ['{}', '{"type":"event"}', JSON.stringify(event), ''].join('\n');
    const answer = await fetch(`${origin}/api${pathname}/envelope/?sentry_key=${key}`, {
      method: 'POST',
      body,
    });
    expect(answer.status).toBe(200);
  }

  const link = (nth: number) =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^Error/ })
      .nth(nth);

  const isIssue = () => page.getByRole('navigation', { name: 'Events' }).waitFor();

  const isMade = () =>
    page
      .getByRole('heading', { level: 1, includeHidden: true })
      .nth(1)
      .waitFor({ state: 'attached' });

  /** Waits until the browser has the whole answer. */
  const untilPrefetched = (path: string) =>
    eventually(
      'the whole page is prefetched',
      async () =>
        asked.includes(`page ${path}`) &&
        (await page.evaluate(
          (url) => performance.getEntriesByName(url).length > 0,
          errata.url + path,
        )),
    );

  const isList = () => page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();

  it('prefetches once the route that all listed issues share, and no issue', () => {
    const ofIssues = asked.filter((each) => each.includes('/issues'));
    expect(ofIssues).toEqual([expect.stringMatching(/^route \/issues\/\d+$/)]);
  });

  it('prefetches an issue under the pointer, and shows it without a request', async () => {
    const path = (await link(4).getAttribute('href')) ?? '';
    await link(4).hover();
    await untilPrefetched(path);
    await isMade();
    // Nothing is answered from now on: a page that was shown may renew itself at once.
    await page.route(`**${path}`, () => undefined);
    await link(4).click();
    await isIssue();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(errors).toEqual([]);
  });

  it('prefetches an issue that the keyboard focuses', async () => {
    const path = (await link(6).getAttribute('href')) ?? '';
    await link(6).focus();
    await untilPrefetched(path);
    await isMade();
    await page.route(`**${path}`, () => undefined);
    await page.keyboard.press('Enter');
    await isIssue();
  });

  it('returns to the list and the issue as they were left, without a request', async () => {
    await link(ISSUES - 1).scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(0);
    await link(ISSUES - 2).click();
    await isIssue();
    const fold = page.getByRole('main').locator('summary').first();
    await fold.click();
    // The list has a link at that place, and a resting pointer would prefetch it.
    await page.mouse.move(0, 0);
    const wasOpen = await page.getByRole('main').locator('details').first().getAttribute('open');
    asked.length = 0;
    await page.goBack();
    await isList();
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
    await page.goForward();
    await isIssue();
    expect(await page.getByRole('main').locator('details').first().getAttribute('open')).toBe(
      wasOpen,
    );
    expect(asked.filter((each) => !each.startsWith('route'))).toEqual([]);
  });

  it('restores an opened section of an issue page after a reload', async () => {
    await link(2).click();
    await isIssue();
    const details = page.getByRole('main').locator('details').first();
    const isOpen = () => details.evaluate((element) => (element as HTMLDetailsElement).open);
    const before = await isOpen();
    await details.locator('summary').first().click();
    expect(await isOpen()).toBe(!before);
    await page.reload();
    await eventually('it is as it was left', async () => (await isOpen()) === !before);
  });
});
