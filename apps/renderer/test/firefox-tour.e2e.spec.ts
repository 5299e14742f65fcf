import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { deferredQueueName } from '#shared';
import type { Browser, Page } from 'puppeteer-core';
import { ensureTool } from '../../../scripts/support/tools/ensure-tool.mjs';
import { firefox as tool } from '../../../scripts/support/tools/tools.mjs';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { firefox, openFirefox, openPage } from '../../../test/support/firefox.ts';
import { LiveStreams } from '../src/rendering/index.ts';
import { Triage } from './support/triage.ts';

const ISSUES = 30;

describe('a machine without Firefox', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('prints that Firefox is missing and that its tour is not played', async () => {
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    jest.replaceProperty(process, 'env', { ...process.env, PATH: '' });
    expect(await ensureTool(tool, { find: () => undefined })).toBeUndefined();
    expect(printed).toHaveBeenCalledWith(
      expect.stringMatching(/Firefox is not at hand: its tour is not played\..*FIREFOX_PATH/),
    );
  });
});

function leaveWaiting(server: Server, path: RegExp): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (path.test(request.url ?? '')) return;
    for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
  });
}

function holdPages(server: Server, path: RegExp): () => void {
  const listeners = server.listeners('request');
  const held: (() => void)[] = [];
  let isHeld = true;
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = (): void => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    const isData = request.headers['router-state'] !== undefined;
    if (isHeld && isData && path.test(request.url ?? '')) held.push(answer);
    else answer();
  });
  return () => {
    isHeld = false;
    for (const answer of held) answer();
  };
}

if (firefox) {
  describe('a tour in Firefox', () => {
    tour();
  });
}

function tour(): void {
  const triage = hold(() => Triage.start());
  let origin: string;
  let issueId: number;
  let streams: LiveStreams;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let documents: string[];

  beforeAll(async () => {
    browser = await openFirefox();
    origin = await triage.listen();
    streams = triage.renderer.app.get(LiveStreams, { strict: false });
    for (let count = 0; count < ISSUES; count += 1) issueId = await triage.add();
  });

  beforeEach(() => open(triage.people.ann.cookie));

  afterEach(() => page.browserContext().close());

  afterAll(() => browser.close());

  async function open(cookie?: string): Promise<void> {
    ({ page, errors } = await openPage(browser, { origin, cookie }));
    documents = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
  }

  async function visit(path: string): Promise<void> {
    await page.goto(origin + path);
    await page.waitForSelector('body > [role=status]');
  }

  const named = (role: string, name: string) =>
    page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
  const told = (text: string) => page.locator(`[aria-label=Message] ::-p-text(${text})`).wait();
  const isIssue = () => page.locator('nav[aria-label=Events]').wait();
  const isList = () => named('heading', 'Issues').wait();
  const link = (id: number) => page.locator(`main a[href="/issues/${id}"]`);
  const scrollTop = () => page.evaluate(() => window.scrollY);

  it('signs in and arrives at the wanted page', async () => {
    await page.browserContext().close();
    await open();
    await visit('/account');
    await page.locator('input[name=email]').fill('ann@example.org');
    await page.locator('input[name=password]').fill('correct horse battery staple');
    await named('button', 'Sign in').click();
    await named('heading', 'ann').wait();
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(errors).toEqual([]);
  });

  it('shows the loading view of an issue until the issue arrives', async () => {
    await visit('/issues');
    const letGo = holdPages(triage.renderer.app.getHttpServer(), /^\/issues\/\d+/);
    await link(issueId).click();
    await page.waitForSelector('::-p-text(Loading the issue)');
    expect(new URL(page.url()).pathname).toBe(`/issues/${issueId}`);
    letGo();
    await isIssue();
    expect([documents, errors]).toEqual([['/issues'], []]);
  });

  it('shows a button for a new issue while the list is open', async () => {
    await visit('/issues');
    await eventually('it listens', () => streams.size === 1);
    const id = await triage.add();
    await named('button', 'Show 1 new').click();
    await link(id).wait();
    expect([documents, errors]).toEqual([['/issues'], []]);
  });

  it('goes from the list to an issue and back to the scroll position, within one document', async () => {
    const far = issueId - 20;
    await visit('/issues');
    await page.$eval(`main a[href="/issues/${far}"]`, (row) => row.scrollIntoView());
    const top = await scrollTop();
    expect(top).toBeGreaterThan(0);
    await link(far).click();
    await isIssue();
    expect(new URL(page.url()).pathname).toBe(`/issues/${far}`);
    await page.goBack();
    await isList();
    expect(await scrollTop()).toBe(top);
    expect(documents).toEqual(['/issues']);
    expect(errors).toEqual([]);
  });

  it('resolves an issue and undoes that', async () => {
    await visit(`/issues/${issueId}`);
    await named('button', 'Resolve').click();
    await told('1 issue resolved.');
    expect((await triage.stateOf(issueId))?.status).toBe('resolved');
    await named('button', 'Undo').click();
    await told('1 issue as it was.');
    expect((await triage.stateOf(issueId))?.status).toBe('unresolved');
    expect(documents).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('comments on an issue', async () => {
    await visit(`/issues/${issueId}`);
    await page.locator('textarea[name=body]').fill('It was **me**.');
    await named('button', 'Comment').click();
    await told('Comment added.');
    await page.locator('.prose strong ::-p-text(me)').wait();
    expect(await page.$eval('textarea[name=body]', ({ value }) => value)).toBe('');
    expect(documents).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it.each([
    ['a link', 'bob', () => link(issueId).click()],
    ['a step back', 'vic', () => page.evaluate(() => void setTimeout(() => history.back()))],
  ] as const)('asks to sign in at %s after a sign-out in another tab', async (way, who, go) => {
    await page.browserContext().close();
    // This test ends its session, so it signs in with a session of its own.
    await open(triage.people[who].cookie);
    await visit('/issues');
    if (way === 'a step back') {
      await link(issueId).click();
      await isIssue();
    }
    // Posts as another tab does. No document tells this tab of the sign-out.
    const status = await page.evaluate(async () => {
      const headers = { Action: 'sign-out' };
      return (await fetch('/account', { method: 'POST', headers })).status;
    });
    expect(status).toBeLessThan(400);
    await go();
    await page.locator('input[name=password]').wait();
    expect(documents).toHaveLength(2);
  });

  it('follows a link that is clicked while scripts still load', async () => {
    // The server holds this request instead of the driver. When the page is left, Firefox does not
    // abort requests that the driver holds.
    leaveWaiting(triage.renderer.app.getHttpServer(), /\/issue-list\.page-/);
    await page.goto(`${origin}/issues`);
    // The entry script takes over the queue and then loads the views' code.
    await eventually('the entry script has run', () =>
      page.evaluate((name) => {
        const queue: unknown = Reflect.get(window, name);
        return queue !== undefined && !Array.isArray(queue);
      }, deferredQueueName),
    );
    await Promise.all([page.waitForNavigation(), link(issueId).click()]);
    expect(documents).toEqual(['/issues', `/issues/${issueId}`]);
    await isIssue();
  });
}
