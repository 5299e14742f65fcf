import { describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createGroupedEvent, createReport } from '#product/testing';
import { logSettings } from '#product/recording/logs';
import { type Log, logLimits } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { watchErrors } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { callApi, makeToken } from './support/api-client.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { startListening } from './support/spec-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

const TRACE = 'a'.repeat(32);
const SETTINGS = '/settings/projects/web/data/logs';
const HOSTILE = '<img src=x onerror="window.hit=1">\u001b[31m\nsecond line';

describe('the logs page', () => {
  const renderer = hold(() =>
    startListening(startPeopledRenderer, { PUBLIC_URL: 'http://errata.example' }),
  );
  const site = holdTabs(() => renderer.origin);
  let reports = 0;
  let lastMs = Date.now() - 60_000;

  async function take(
    logs: readonly (Partial<Log> & { readonly body: string })[],
    projectId = 1,
  ): Promise<void> {
    reports += 1;
    const receivedAtMs = Date.now();
    const whole = logs.map((log) => {
      lastMs += 1;
      return { atMs: lastMs, level: 'info' as const, attributes: {}, ...log };
    });
    const content = `${reports}`;
    const item = { projectId, receivedAtMs, item: 0, content, logs: whole, dropped: [] };
    await renderer.stores.reports.record([createReport(reports, [], { logs: [item] })]);
  }

  async function read(person: Person, path: string): Promise<string> {
    const { text } = await renderer.get(person, path).expect(200);
    return shownOf(text).replaceAll('<!-- -->', '');
  }

  const toPath = (query: string, rest = '') => `/logs?query=${encodeURIComponent(query)}${rest}`;

  async function readText(person: Person, query: string, rest = ''): Promise<string[]> {
    const path = toPath(query, rest).replace('/logs', '/logs.txt');
    const { text, type } = await renderer.get(person, path).expect(200);
    expect(type).toBe('text/plain');
    return text.split('\n').slice(0, -1);
  }

  const readBodies = async (person: Person, query: string, rest = ''): Promise<string[]> =>
    (await readText(person, query, rest)).map((line) => line.replace(/^\S+ \S+ (?:\[.*?\] )?/, ''));

  const open = (person: Person, path: string, own: BrowserContextOptions = {}): Promise<Page> =>
    site.tabs.visit(path, { cookie: renderer.cookieOf(person), own });

  it('says how to switch logs on while there are none', async () => {
    const html = await read('member', '/logs');
    expect(html).toContain('No logs yet');
    expect(html).toContain('enableLogs: true');
    expect(html).toContain('href="/help/logs"');
    expect(await read('member', '/help/logs')).toContain('enableLogs');
  });

  it('finds logs by words and attributes in the projects that the reader may see', async () => {
    await take([
      { body: 'cart loaded', attributes: { 'cart.size': 3, 'sentry.environment': 'prod' } },
      { body: 'cart failed', level: 'error', attributes: { 'server.address': 'a1', url: '/cart' } },
    ]);
    await take([{ body: 'cart of others', level: 'warn' }], 2);
    expect(await readBodies('owner', 'cart')).toEqual([
      'cart of others',
      'cart failed',
      'cart loaded',
    ]);
    expect(await readBodies('viewer', 'cart')).toEqual(['cart failed', 'cart loaded']);
    expect(await readBodies('outsider', 'cart')).toEqual(['cart of others']);
    expect(await readBodies('owner', 'cart', '&project=other')).toEqual(['cart of others']);
    expect(await readBodies('owner', 'cart level:error')).toEqual(['cart failed']);
    expect(await readBodies('owner', 'environment:prod cart.size:3')).toEqual(['cart loaded']);
    expect(await readBodies('owner', 'tags[url]:/cart server_name:a1')).toEqual(['cart failed']);
    expect(await read('viewer', toPath('cart nothing'))).toContain('No log matches.');
    const { text } = await renderer.get('viewer', '/logs?project=other').expect(200);
    expect(shownOf(text)).toContain('There is no project “other”.');
    const named = await renderer.get('viewer', '/logs?project=WEB').expect(303);
    expect(named.headers['location']).toBe('/logs?project=web');
    await renderer.get('viewer', '/logs.txt?project=other').expect(404);
  });

  it('offers the logs of the user whose address is searched', async () => {
    await take([{ body: 'paid', attributes: { 'user.email': 'ann@example.com' } }]);
    expect(await readBodies('viewer', 'user:ann@example.com')).toEqual(['paid']);
    const { text } = await renderer.get('viewer', '/logs?query=ann@example.com').expect(200);
    expect(text).toContain('href="/logs?query=user%3Aann%40example.com"');
  });

  it('explains a search that it cannot answer, and answers 404 to a malformed address', async () => {
    const html = await read('member', toPath('is:unresolved cart'));
    expect(html).toContain('“is:unresolved”: is: is about issues, and this page searches logs.');
    expect(html).not.toContain('cart failed');
    expect(await read('member', toPath('level:bad'))).toContain('“bad”: After level:');
    const { text } = await renderer.get('member', '/logs.txt?query=type:Error').expect(400);
    expect(text).toContain('type: is about errors.');
    for (const malformed of [
      '?before=yesterday',
      '?before=5.2026-02-31.7.0',
      '?before=2026-01-05',
      '?before=5.2026-01-05.-1.0',
      '?before=.',
      '?before=5.a.1.0',
      '?from=yesterday',
      '?to=2026-02-30T12:00Z',
      '/20260105-1',
    ]) {
      await renderer.get('member', `/logs${malformed}`).expect(404);
    }
    await renderer.get('member', '/logs?query=a&query=b').expect(404);
  });

  it('links to older logs, and shows each log on one page only', async () => {
    const bodies = Array.from({ length: logLimits.perPage * 2 }, (_, index) => `paged n${index}`);
    for (let at = 0; at < bodies.length; at += 40) {
      await take(bodies.slice(at, at + 40).map((body) => ({ body })));
    }
    const newest = await read('member', toPath('paged'));
    const [, older = ''] = /href="([^"]*before=[^"]*)"[^>]*>Older</.exec(newest) ?? [];
    const oldest = await read('member', older.replaceAll('&amp;', '&'));
    expect(oldest).toContain('>Newest</a>');
    expect(oldest).not.toContain('>Older</a>');
    const found = [...(newest + oldest).matchAll(/class="log-row".*?(paged n\d+)</gs)];
    expect(found.map(([, body]) => body)).toEqual(bodies.toReversed());
    const past = await read('member', toPath('paged', `&before=${Date.UTC(2026, 0, 5, 12)}`));
    expect(past).toContain('Logs by time, 11:00 to 12:00: 0 logs');
  });

  it('gives programs a Link header to older logs until none are left', async () => {
    const token = await makeToken(renderer, 'organisation', ['event:read']);
    const sent = Array.from({ length: 200 }, (_, index) => `linked "é" n${index}`);
    for (let at = 0; at < sent.length; at += 40) {
      await take(sent.slice(at, at + 40).map((body) => ({ body })));
    }
    const found: string[] = [];
    const path = `/logs.txt?${new URLSearchParams({ query: 'linked message:"\\"é\\""', project: 'web' })}`;
    const links: (string | undefined)[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const { text, headers } = await callApi(renderer, 'get', next, { token }).expect(200);
      found.push(...text.split('\n').slice(0, -1));
      links.push(headers['link']);
      next = findNext(headers['link']);
    }
    expect(links).toEqual([
      expect.stringMatching(
        /^<http:\/\/errata\.example\/logs\.txt\?[!-~]+&before=[\d.-]+>; rel="next"$/,
      ),
      undefined,
    ]);
    expect(found.map((line) => line.replace(/^\S+ \S+ (?:\[.*?\] )?/, ''))).toEqual(
      sent.toReversed(),
    );
  });

  it('gives programs a Link header to go on when a search stopped early', async () => {
    const token = await makeToken(renderer, 'viewer', ['event:read']);
    await take([{ body: 'sparse needle' }]);
    for (let block = 0; block < logLimits.blocksSearched; block += 1) {
      await take([{ body: 'sparse hay' }]);
    }
    const path = '/logs.txt?query=sparse+message:*eedle';
    const first = await callApi(renderer, 'get', path, { token }).expect(200);
    expect(first.text).toBe('');
    const next = findNext(first.headers['link']) ?? '';
    const { text, headers } = await callApi(renderer, 'get', next, { token }).expect(200);
    expect(text).toMatch(/ sparse needle\n$/);
    expect(headers).not.toHaveProperty('link');
  });

  it('gives programs the logs of their projects, and explains refusals in JSON', async () => {
    await take([{ body: 'tokened own' }]);
    await take([{ body: 'tokened of others' }], 2);
    const call = (token: string, path = '/logs.txt?query=tokened') =>
      callApi(renderer, 'get', path, { token }).set('Accept', 'text/html');
    const readAs = async (of: Person | 'organisation') => {
      const { text } = await call(await makeToken(renderer, of, ['event:read', 'org:read']));
      return text
        .replaceAll(/^.*tokened /gm, '')
        .trim()
        .split('\n');
    };
    expect(await readAs('organisation')).toEqual(['of others', 'own']);
    expect(await readAs('member')).toEqual(['own']);
    expect(await readAs('outsider')).toEqual(['of others']);
    const other = call('member-event:read-org:read', '/logs.txt?project=other');
    expect((await other.expect(404)).type).toBe('application/json');
    const scopeless = await makeToken(renderer, 'owner', ['org:read']);
    for (const path of ['/logs.txt', '/issues/WEB-1.md']) {
      const { body } = await call('no-such-token', path).expect(401);
      expect(body).toEqual({ detail: 'Invalid token' });
      const refused = await call(scopeless, path).expect(403);
      expect(refused.body).toEqual({ detail: expect.stringContaining('lacks the scope') });
    }
    await renderer.get('nobody', '/logs.txt').expect(401).expect('Content-Type', /html/);
  });

  it('opens a log without scripts, with links to its trace and to searches for its attributes', async () => {
    const event = createGroupedEvent({ event: { traceId: TRACE } });
    await renderer.stores.reports.record([createReport((reports += 1), [event])]);
    await take([
      {
        body: 'opened with a text that is longer than the line of a phone',
        traceId: TRACE,
        attributes: {
          'sentry.release': 'shop@1.4.2',
          'sentry.sdk.name': 'sdk',
          'odd name': 'x "y"',
        },
      },
    ]);
    const page = await open('viewer', toPath('opene'), { javaScriptEnabled: false });
    const row = page.locator('ol > li');
    await expectPage(row.getByRole('link', { name: /^WEB-\d+$/ })).toHaveAttribute(
      'href',
      /^\/issues\/\d+\?event=[0-9a-f]{32}$/,
    );
    await expectPage(page.getByText('x "y"')).toHaveCount(0);
    await row.locator('a').first().click();
    await expectPage(page.getByText('sentry.sdk.name')).toHaveCount(0);
    await expectPage(page.getByRole('link', { name: TRACE })).toHaveAttribute(
      'href',
      `/traces/${TRACE}`,
    );
    const { pathname } = new URL(page.url());
    await renderer.get('outsider', pathname).expect(404);
    const json = await renderer.get('member', `${pathname}/json`).expect(200);
    expect(json.headers['cache-control']).toBe('private, no-store');
    await page.getByRole('link', { name: 'x "y"' }).click();
    await expectPage(page.locator('input[name=query]')).toHaveValue('"odd name":"x \\"y\\""');
    await page.goto(`${renderer.origin}${toPath('opene')}`);
    await page.getByRole('link', { name: 'shop@1.4.2' }).click();
    await expectPage(page.locator('input[name=query]')).toHaveValue('release:"shop@1.4.2" opene');
    await expectPage(row).toHaveCount(1);
  });

  it('narrows the time by a drag or keys in the histogram, and opens a row in its place', async () => {
    const nowMs = Math.floor(Date.now() / 60_000) * 60_000;
    await take([
      { body: 'timed early', atMs: nowMs - 50 * 60_000, attributes: { cart: 7 } },
      { body: 'timed late', atMs: nowMs - 60_000, level: 'error' },
    ]);
    const page = await open('member', toPath('timed', '&from=-1h'));
    const errors = watchErrors(page);
    const bodies = () => page.locator('ol > li bdi').allInnerTexts();
    const time = page.getByRole('toolbar', { name: 'Narrow the time' });
    const { x, y, width } = (await time.boundingBox())!;
    await page.mouse.move(x + 2, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 20, { steps: 3 });
    await page.mouse.up();
    await page.waitForURL(/from=[\dT%AZ-]+&to=/);
    await page.getByText('timed late').waitFor({ state: 'hidden' });
    expect(await bodies()).toEqual(['timed early']);
    await page.locator('ol > li a').first().click();
    await page.getByRole('link', { name: '7', exact: true }).waitFor();
    await page.getByRole('link', { name: /^Remove time is/ }).click();
    await page.getByText('timed late').waitFor();
    await time.getByRole('link').first().focus();
    for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) {
      await page.keyboard.press(key);
    }
    await page.waitForURL(/from=[\dT%AZ-]+&to=/);
    await page.getByText('timed early').waitFor({ state: 'hidden' });
    expect(await bodies()).toEqual(['timed late']);
    expect(errors).toEqual([]);
  });

  it('an error shows logs and other errors of its trace in one order, whatever clocks they had', async () => {
    const traceId = 'c'.repeat(32);
    const nowMs = Math.floor(Date.now() / 1000) * 1000 + 123;
    const aheadMs = 600_000;
    const errors = [0, 50].map((afterMs, at) => {
      const receivedAtMs = nowMs + afterMs + 5;
      const sentAt = { sentAtMs: receivedAtMs + aheadMs };
      const event = { eventId: `${at + 1}`.repeat(32), receivedAtMs, traceId, ...sentAt };
      const timestamp = (nowMs + afterMs + aheadMs) / 1000;
      const exception = { values: [{ type: `Fault${at}`, value: '' }] };
      return createGroupedEvent({ event, sent: { timestamp, exception }, groupedBy: 'clocks' });
    });
    await renderer.stores.reports.record([createReport((reports += 1), errors)]);
    const saidMs = nowMs + 20 + aheadMs;
    const ofSdk = { 'thread.name': 'worker-3' };
    const written = (body: string, sequence: number) => ({
      body,
      traceId,
      saidMs,
      atMs: nowMs + 5000,
      attributes: { 'sentry.timestamp.sequence': sequence, ...ofSdk },
    });
    await take([written('second between', 1), written('first between', 0)]);
    await take([{ body: 'long after', traceId, atMs: nowMs + 1_800_000 }]);
    const [, id] = /href="\/issues\/(\d+)\?event=/.exec(await read('owner', toPath('between')))!;
    const html = await read('owner', `/issues/${id}?event=${'1'.repeat(32)}`);
    const said = ['long after', 'Fault1', 'second between', 'first between', 'this event'];
    const steps = html.slice(html.indexOf('id="breadcrumbs"'));
    const places = said.map((text) => steps.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(steps).toMatch(/<details(?:(?!<\/details>).)*thread\.name worker-3/s);
    expect(html).toContain('the sender&#x27;s clock was 10 minutes ahead, corrected');
  });

  it('runs no markup in a log, and prints each log on one line of text', async () => {
    await take([{ body: `hostile ${HOSTILE}`, attributes: { [HOSTILE]: HOSTILE } }]);
    const page = await open('member', toPath('hostile'));
    const errors = watchErrors(page);
    await page.locator('ol > li a').first().click();
    await page.locator('.log-details').getByText('second line').first().waitFor();
    await expectPage(page.locator('ol img')).toHaveCount(0);
    await expectPage
      .poll(() => page.evaluate(() => (window as { hit?: number }).hit))
      .toBeUndefined();
    expect(errors).toEqual([]);
    const [line, ...more] = await readText('member', 'hostile');
    expect(more).toEqual([]);
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z INFO hostile <img .*\\u001b\[31m\\n/,
    );
    const { headers } = await renderer.get('member', '/logs.txt?query=hostile').expect(200);
    expect(headers).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('the text format has whole logs, of which the page shows a line', async () => {
    const body = 'uncut'.padEnd(logLimits.bodyLength, ' x');
    await take(Array.from({ length: 80 }, () => ({ body })));
    expect(await read('member', toPath('uncut'))).not.toContain(body.slice(0, 250));
    const lengths = (await readBodies('member', 'uncut')).map(({ length }) => length);
    expect(lengths).toEqual(Array.from({ length: 80 }, () => logLimits.bodyLength));
  });

  it('says that logs arrived, moves no row before a click, and fits on a phone', async () => {
    const first = `lively first ${'long'.repeat(60)}`;
    await take([{ body: first }]);
    const page = await open('member', toPath('lively'), {
      viewport: { width: 360, height: 640 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const bodies = () => page.locator('.log-row > bdi').allInnerTexts();
    const cut = `${first.slice(0, 200)}…`;
    await page.locator('.log-row').click();
    await page.locator('.log-details').getByText(first).waitFor();
    await take([{ body: 'lively second' }]);
    const show = page.getByRole('button', { name: '1 new · Show' });
    await show.waitFor();
    expect(await bodies()).toEqual([cut]);
    await page.getByRole('button', { name: 'Copy logs as text' }).click();
    await page.getByText('copied', { exact: true }).waitFor();
    await expectPage
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^\S+ INFO lively first (?:long){60}\n$/);
    await show.click();
    await page.getByText('lively second').first().waitFor();
    expect(await bodies()).toEqual(['lively second', cut]);
    await expectPage
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      .toBe(false);
    await expectPage(page.locator('.log-row[aria-expanded]')).toHaveCount(1);
    await expectPage(page.locator('h1:focus')).toHaveCount(1);
    await page.getByRole('button', { name: 'Tail' }).click();
    await take([{ body: 'lively third' }]);
    await page.getByText('lively third').first().waitFor();
    await page.locator('.log-row').first().dispatchEvent('pointerdown', { pointerType: 'touch' });
    await page.getByRole('button', { name: 'Tail', pressed: false }).waitFor();
  });

  it('admins set how long logs are kept, and from which level on', async () => {
    const { get, send, stores } = renderer;
    await get('member', SETTINGS).expect(403);
    const shown = await read('admin', SETTINGS);
    expect(shown).toContain('value="7"');
    expect(shown).toContain('The project’s logs take about ');
    for (const days of ['-1', '31', '1.5', 'many', '']) {
      const refused = await send('admin', SETTINGS, 'save', { days, level: 'info' }).expect(422);
      expect(refused.text).toContain('Give a number of days from 0 to 30.');
    }
    await send('admin', SETTINGS, 'save', { days: '3', level: 'loud' }).expect(422);
    const page = await open('admin', SETTINGS, { javaScriptEnabled: false });
    await page.getByLabel('Days to keep logs').fill('0');
    await page.getByLabel('Levels to keep').selectOption('warn');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No more logs are kept. Errata begins to remove those').waitFor();
    expect((await stores.settings.get(1, logSettings)).value).toEqual({ days: 0, level: 'warn' });
    const audit = await read('owner', '/settings/audit');
    expect(audit).toContain('changed how long logs of web are kept from 7 to 0 days');
    expect(audit).toContain('least important level of kept logs of web from trace to warn');
  });
});

/** Returns path and query of the next page. */
function findNext(link: string | undefined): string | undefined {
  const next = /^<(?<address>[^>]+)>; rel="next"$/.exec(link ?? '')?.groups?.['address'];
  return next && next.slice(new URL(next).origin.length);
}
