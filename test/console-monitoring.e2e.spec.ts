import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { owned, signInOwner } from './support/access.ts';
import { watchErrors } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { hold } from './support/hold.ts';
import { ask } from './support/http.ts';
import { startErrata } from './support/started-errata.ts';
import { holdTabs } from './support/tabs.ts';
import { expectPage } from './support/expect-page.ts';

const CLIENT_TEXT =
  'Application error: a client-side exception has occurred (see the browser console for more information).';

const OWN = 'ERRATA-';

describe('the pages of the console', () => {
  const errata = hold(() => startErrata(owned));
  const site = holdTabs(() => errata.url);
  let page: Page;
  let errors: string[];
  let cookie: string;

  beforeAll(async () => {
    cookie = await signInOwner(errata);
  });

  beforeEach(async () => {
    page = await site.tabs.open({ cookie, own: {} });
    errors = watchErrors(page);
  });

  async function openChanged(change: (html: string) => string): Promise<void> {
    await page.route(`${errata.url}/issues`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
    await page.goto(`${errata.url}/issues`);
  }

  const read = (path: string) => ask(errata.url + path, { Cookie: cookie });

  async function untilOwnIssue(text: string): Promise<string> {
    return eventually(`${text} among Errata's own issues`, async () => {
      const { text: list } = await read('/issues');
      const row = list.split('<tr').find((part) => part.includes(text) && part.includes(OWN));
      return /href="(?<href>\/issues\/\d+)"/.exec(row ?? '')?.groups?.['href'];
    });
  }

  it('report errors thrown before and after monitoring started, in the document’s trace', async () => {
    await page.addInitScript(() => {
      // The load event comes after the entry script has run and before monitoring is loaded.
      window.addEventListener('load', () => {
        throw new Error('thrown early on the console');
      });
    });
    const loaded = page.waitForResponse((response) =>
      /\/when-idle-[^/]+\.js$/.test(response.url()),
    );
    await page.goto(`${errata.url}/issues`);
    const trace = await page.getAttribute('meta[name="sentry-trace"]', 'content');
    await loaded;
    const early = await read(await untilOwnIssue('thrown early on the console'));
    expect(early.text).toContain(trace?.slice(0, 32));

    await page.evaluate(() =>
      setTimeout(() => Promise.reject(new Error('rejected late there')), 0),
    );
    const late = await read(await untilOwnIssue('rejected late there'));
    expect(late.text).toContain(trace?.slice(0, 32));

    const data = page.waitForRequest((request) => {
      const headers = request.headers();
      return 'router-state' in headers && !('router-prefetch' in headers);
    });
    await page.getByRole('link', { name: 'Errata' }).click();
    await (await data).response();
    await page.evaluate(() => setTimeout(() => Promise.reject(new RangeError('after a click')), 0));
    const after = await read(await untilOwnIssue('after a click'));
    expect(after.text).toContain(trace?.slice(0, 32));
    const { text: list } = await read('/issues');
    for (const message of ['thrown early on the console', 'rejected late there', 'after a click']) {
      expect(list.split('<tr').filter((row) => row.includes(`<bdi>${message}</bdi>`))).toHaveLength(
        1,
      );
    }
  });

  it('load no monitoring and send no reports for visitors who are not signed in', async () => {
    await page.context().clearCookies();
    await page.addInitScript(() => {
      window.addEventListener('load', () => {
        throw new Error('thrown early by a stranger');
      });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // Code that is loaded when the browser is idle has been loaded once the network is idle.
    await page.goto(`${errata.url}/sign-in`, { waitUntil: 'networkidle' });
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('thrown late')), 0));
    await page.getByLabel('Email').fill('nobody@example.org');
    expect(errors.join('\n')).toContain('thrown early by a stranger');
    expect(asked.filter((path) => /when-idle|monitoring/.test(path))).toEqual([]);
    expect(asked.some((path) => /\/late-part-[^/]+\.js$/.test(path))).toBe(true);
  });

  it('report a hydration mismatch to the browser console', async () => {
    await openChanged((html) => html.replace('>Issues</a>', '>Something else</a>'));
    await eventually('an error', () => errors.length > 0);
    expect(errors.join('\n')).toMatch(/Minified React error #418|[Hh]ydration/);
  });

  it('show a fixed text when a view throws, and log the error in the browser console', async () => {
    await openChanged((html) => html.replace(/"issues":\[/, '"issues":null,"was":['));
    await expectPage(page.getByRole('alert')).toHaveText(CLIENT_TEXT, { useInnerText: true });
    expect(errors.join('\n')).toContain('null');
    await page.getByRole('navigation', { name: 'Main' }).getByText('Issues').waitFor();
  });
});
