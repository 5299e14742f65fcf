import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/support/root.mjs';
import { BrowserApp } from '../support/browser-app.ts';
import { openBrowser } from '../support/browser.ts';
import { StoredReports } from '../support/stored-reports.ts';
import { startErrata } from '../support/started-errata.ts';
import type { StartedErrata } from '../support/started-errata.ts';
import { routes } from './expected.ts';

const RELEASE = { release: 'shop@1.4.2' };

let errata: StartedErrata;
let stored: StoredReports;

beforeEach(async () => {
  errata = await startErrata();
  stored = new StoredReports(errata.dataDir);
});

afterEach(async () => {
  await stored.close();
  await errata.end();
});

describe('sessions', () => {
  it('of @sentry/node count by release: of the process, and of requests', async () => {
    const { dsn } = routes['the relay, by its DSN'](errata);
    const child = spawn(process.execPath, ['sessions.mjs'], {
      cwd: join(root, 'test/fixtures/sdk-servers'),
      env: { PATH: process.env['PATH'], DSN: dsn },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(
      await stored.untilSessions(({ sessions, errored }) => sessions >= 6 && errored >= 2),
    ).toMatchObject([
      // The SDK begins a session of the process, the script two more, and each request has one.
      { ...RELEASE, sessions: 6, crashed: 1, errored: 2, users: 2, crashedUsers: 1 },
    ]);
  });

  it('of a page with @sentry/browser count by release', async () => {
    const [browser, app] = await Promise.all([openBrowser(), BrowserApp.build('sdk-pages')]);
    const context = await browser.newContext({ permissions: ['local-network-access'] });
    const page = await context.newPage();
    const { dsn, tunnel } = routes['the tunnel of the console'](errata);
    await app.open(page, { origin: errata.url, sdk: 'browser', dsn, ...(tunnel && { tunnel }) });
    await page.click('text=Pay');
    const sums = await stored.untilSessions(({ errored }) => errored > 0);
    expect(sums).toMatchObject([{ ...RELEASE, sessions: 1, crashed: 0, errored: 1 }]);
    await browser.close();
    await app.remove();
  });
});
