import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAt, watchErrors } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { hold } from './support/hold.ts';
import { ask } from './support/http.ts';
import { addSetUpCookie } from './support/set-up-pass.ts';
import { startErrata } from './support/started-errata.ts';
import { holdTabs } from './support/tabs.ts';

const ISSUES = 30;

describe('triage in the browser', () => {
  const errata = hold(startErrata);
  const site = holdTabs(() => errata.url, { reducedMotion: 'reduce' });
  let page: Page;
  let errors: string[];
  /** Requests of the page, oldest first: `visit /issues/7`, or `page /issues/7` for a prefetch. */
  let asked: string[];

  beforeAll(async () => {
    await Promise.all(Array.from({ length: ISSUES }, (_, index) => send(index)));
    await eventually('all issues are on the list', async () => {
      const { text } = await ask(`${errata.url}/issues`, errata.pass);
      return text.split('class="record"').length > ISSUES;
    });
  });

  beforeEach(async () => {
    page = await site.tabs.open({ own: {} });
    await addSetUpCookie(page.context(), errata);
    errors = watchErrors(page);
    asked = [];
    page.on('request', (request) => {
      const { 'router-state': state, 'router-prefetch': prefetch = 'visit' } = request.headers();
      if (state !== undefined) asked.push(`${prefetch} ${new URL(request.url()).pathname}`);
    });
    await openAt(page, `${errata.url}/issues`);
    await eventually('the shape of issues is prefetched', () =>
      asked.some((each) => each.startsWith('route /issues/')),
    );
  });

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

  it('prefetches once the route that all listed issues share, and no issue', () => {
    const ofIssues = asked.filter((each) => each.includes('/issues'));
    expect(ofIssues).toEqual([expect.stringMatching(/^route \/issues\/\d+$/)]);
  });

  it('prefetches an issue under the pointer, and shows it without a request', async () => {
    const path = (await link(4).getAttribute('href')) ?? '';
    await link(4).hover();
    // Playwright's `finished` stays open under load, although the browser has read the whole answer.
    await eventually('the whole page is prefetched', () =>
      page.evaluate((url) => performance.getEntriesByName(url).length > 0, errata.url + path),
    );
    expect(asked).toContain(`page ${path}`);
    await isMade();
    // Nothing is answered from now on: a page that was shown may renew itself at once.
    await page.route(`**${path}`, () => undefined);
    await link(4).click();
    await isIssue();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(errors).toEqual([]);
  });
});
